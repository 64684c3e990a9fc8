import { expect, it } from 'vitest';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { useDatabase } from '../support/database.js';
import { TestProcess } from '../support/process.js';
import { ndjson } from '../support/snapshot.js';
import { belief } from './material.js';

const database = useDatabase();

async function refresh(...args: string[]): Promise<{ code: number | null; out: string }> {
  const env = { DATABASE_URL: database.url };
  const run = new TestProcess('src/cli/main.ts', ['refresh', ...args], env);
  run.child.stdin?.end();
  const { code } = await run.ended;
  return { code, out: run.stdout || run.stderr };
}

it('refresh reports its changes and their causes, as a list or as one JSON document', async () => {
  const teamId = await database.createTeam();
  await importSnapshot(database.context(teamId), () => ndjson(belief(8)));
  const first = await refresh('--team', teamId, '--json');
  expect(first.code).toBe(0);
  const { looked, changes } = JSON.parse(first.out);
  expect(looked).toBe('everything');
  expect(changes).toContainEqual({
    did: 'opened',
    what: 'gap',
    type: 'thin_counter_evidence',
    id: expect.stringMatching(/^gap-/),
    summary: expect.stringContaining('8 people support “Belief g1”'),
    why: 'SIG-1: 8 people for it, no one against',
  });
  expect(await refresh('--team', teamId)).toEqual({ code: 0, out: 'Nothing changed.\n' });
  expect((await refresh('--team', 'nobody')).code).toBe(1);
});
