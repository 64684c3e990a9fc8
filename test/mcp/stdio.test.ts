import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, describe, expect, it } from 'vitest';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { useDatabase } from '../support/database.js';
import { ndjson, smallTeam } from '../support/snapshot.js';
import { call, ERAS } from './support.js';

const database = useDatabase();
let teamId: string;
beforeAll(async () => {
  teamId = await database.createTeam();
  await importSnapshot(database.context(teamId), () => ndjson(smallTeam()));
});

const MAIN = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

async function start(args: string[], mode: (typeof ERAS)[number] = 'auto') {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'mcp', ...args],
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

it.each([
  [['--team', 'nobody'], 'There is no team'],
  [['--team', 'x', '--scope', 'all'], '--scope must be read or write'],
  [[], '--team'],
])('%j is refused on standard error', async (args, message) => {
  const { spawnSync } = await import('node:child_process');
  const { stdout, stderr, status } = spawnSync(process.execPath, [MAIN, 'mcp', ...args], {
    env: { DATABASE_URL: database.url, PATH: process.env.PATH },
    input: '',
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  expect(stderr).toContain(message);
  expect(status).not.toBe(0);
});
