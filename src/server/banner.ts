export interface BannerFacts {
  url: string;
  /** The team that the sandbox shows. */
  sandboxTeam: string | undefined;
  demoKey: string | undefined;
  hasTeams: boolean;
}

/** Text for the terminal in which the service was started: its URLs, and what to try first. */
export function banner({ url, sandboxTeam, demoKey, hasTeams }: BannerFacts): string {
  const key = demoKey ?? '<API_KEY>';
  const rows: [string, string | undefined][] = [
    ['API', `${url}/v1`],
    ['Reference', `${url}/docs`],
    [
      'Sandbox',
      sandboxTeam && `${url}/sandbox  (the Slack bot of team ${sandboxTeam}, without Slack)`,
    ],
    ['Pages', sandboxTeam && `${url}/p  (its beliefs, to read in a browser)`],
    ['Demo key', demoKey],
    ['Agents', `${url}/mcp  (MCP; for Claude Code, paste the next line)`],
    [
      '',
      `claude mcp add --transport http belief-layer ${url}/mcp --header "Authorization: Bearer ${key}"`,
    ],
    ['Try', `curl -H "Authorization: Bearer ${key}" ${url}/v1/signals`],
  ];
  const hint = hasTeams
    ? 'New key: npm run cli -- key create --team TEAMID   Teams: npm run cli -- team list'
    : 'No team yet: npm run cli -- team create --name NAME';
  return [
    '',
    'Belief Layer is running.',
    '',
    ...rows.flatMap(([name, value]) => (value ? [`  ${name.padEnd(11)}${value}`] : [])),
    '',
    `  ${hint}`,
    '',
  ].join('\n');
}
