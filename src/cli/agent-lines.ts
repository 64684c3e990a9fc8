import { dirname } from 'node:path';
import { shellWord } from './shell-word.js';

/** The name of our server in Claude Code, other than that of the demo team's, which `npm start` prints. */
const SERVER = 'interviews';

/**
 * Lines to paste so that Claude Code reads a study of a team, over standard input and without a key: one for the
 * terminal, one for Claude Code itself. Empty unless npm started this command, since only then can the same line start
 * another one. Names of commands and prompts: https://code.claude.com/docs/en/mcp
 */
export function agentLines(
  { team, studyId }: { team: string; studyId: string },
  { npm_package_json: manifest } = process.env,
): string[] {
  if (manifest === undefined) return [];
  const folder = dirname(manifest);
  return [
    `claude mcp add ${SERVER} -- npm --prefix ${shellWord(folder)} run --silent cli -- mcp --team ${team} --scope write`,
    `/mcp__${SERVER}__find_beliefs ${studyId}`,
  ];
}
