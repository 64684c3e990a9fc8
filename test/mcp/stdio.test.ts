import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, describe, expect, it } from 'vitest';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { folderOf, talkOf } from '../interviews/talks.js';
import { useDatabase } from '../support/database.js';
import { ndjson, smallTeam } from '../support/snapshot.js';
import { call, ERAS } from './support.js';

const database = useDatabase();
let teamId: string;
beforeAll(async () => {
  teamId = await database.createTeam();
  await importSnapshot(database.context(teamId), () => ndjson(smallTeam()));
});

const CLI = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

async function start(args: string[], mode: (typeof ERAS)[number] = 'auto') {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp', ...args],
    env: { DATABASE_URL: database.url, PATH: process.env.PATH ?? '', LOG_LEVEL: 'debug' },
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (bytes: Buffer) => {
    stderr += bytes;
  });
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode }, capabilities: {} },
  );
  await client.connect(transport);
  return { client, stderr: () => stderr };
}

describe.each(ERAS)('the command mcp, client "%s"', (mode) => {
  it('serves one team over standard input and output', async () => {
    const { client } = await start(['--team', teamId], mode);
    expect((await call(client, 'read_belief', { belief: 'SIG-2' })).id).toBe('belief:sg1');
    const { quotes } = await call(client, 'read_evidence', { studyId: 'st1' });
    expect(quotes[0].url ?? quotes[0].id).toBe('evidence:e1');
    expect(await call(client, 'decide_recommendation', {})).toContain('needs the scope "write"');
    expect((await client.listTools()).tools).toHaveLength(12);
    expect((await client.listPrompts()).prompts).toHaveLength(3);
    expect((await client.listResources()).resources.length).toBeGreaterThan(0);
    expect(await call(client, 'fetch', { id: '\u0000' })).toContain('NUL');
    await client.close();
  });
});

it('--scope write offers the writes, under the name of the operator', async () => {
  const { client } = await start(['--team', teamId, '--scope', 'write']);
  expect((await client.listTools()).tools).toHaveLength(22);
  await call(client, 'decide_recommendation', { recommendationId: 'r1', decision: 'dismissed' });
  const [entry] = await database.dataSource.query(
    `select actor_type from history where team_id = $1 and action = 'decide'`,
    [teamId],
  );
  expect(entry).toMatchObject({ actor_type: 'operator' });
  await client.close();
});

it('the lines that ingest prints give an agent the prompt that reads the study', async () => {
  const folder = folderOf({ 'a.txt': talkOf('Mara', 'Ole') });
  const team = await database.createTeam();
  const manifest = '/home/ana/belief layer/package.json';
  const { stdout } = spawnSync(
    process.execPath,
    [CLI, 'ingest', folder, '--team', team, '--study', 'Billing'],
    {
      env: { DATABASE_URL: database.url, PATH: process.env.PATH, npm_package_json: manifest },
      encoding: 'utf8',
    },
  );
  const [, prefix, args, server, prompt, studyId] =
    /claude mcp add \S+ -- npm --prefix (.+) run --silent cli -- mcp (.+)\n\s+\/mcp__(\w+)__(\w+) (st-\w+)\n/.exec(
      stdout,
    ) ?? [];
  expect({ prefix, server }).toEqual({ prefix: "'/home/ana/belief layer'", server: 'interviews' });
  const { client } = await start((args as string).split(' '));
  const { messages } = await client.getPrompt({
    name: prompt as string,
    arguments: { studyId: studyId as string },
  });
  expect(JSON.stringify(messages)).toContain(`list_interviews for the study ${studyId}`);
  const { interviews } = await call(client, 'list_interviews', { studyId });
  expect(interviews).toHaveLength(1);
  await client.close();
});

it.each([
  [['--team', 'nobody'], 'There is no team'],
  [['--team', 'x', '--scope', 'all'], '--scope must be read or write'],
  [[], '--team'],
])('%j is refused on standard error', async (args, message) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [CLI, 'mcp', ...args], {
    env: { DATABASE_URL: database.url, PATH: process.env.PATH },
    input: '',
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  expect(stderr).toContain(message);
  expect(status).not.toBe(0);
});
