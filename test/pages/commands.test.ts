import { execFile } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import type { TestApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';
import { ndjson, smallTeam } from '../support/snapshot.js';
import { fetched, KEY, startPages } from './served.js';

const database = useDatabase();
const BASE = 'https://beliefs.example.com';
let api: TestApi;
beforeAll(async () => {
  api = await startPages(database);
});
afterAll(() => api.close());

const cli = (env: Record<string, string>, ...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const settings = { DATABASE_URL: database.url, ENCRYPTION_KEY: KEY.reveal(), ...env };
    execFile(
      process.execPath,
      ['dist/src/cli/main.js', ...args],
      { env: { PATH: process.env.PATH, ...settings } },
      (error, out, err) => resolve({ code: (error?.code as number | undefined) ?? 0, out, err }),
    );
  });

it('an operator hands out a link to a page, and ends all links of a team', async () => {
  const teamId = await database.createTeam();
  await importSnapshot(database.context(teamId), () => ndjson(smallTeam()));
  const team = ['--team', teamId];
  const made = await cli({ PUBLIC_URL: BASE }, 'page', 'link', 'signals/sg1', ...team, '--json');
  const { url } = JSON.parse(made.out);
  expect(url.startsWith(`${BASE}/p/signals/sg1?t=`)).toBe(true);
  const address = api.url + url.slice(BASE.length);
  expect((await fetched(address)).status).toBe(200);

  const revoked = await cli({}, 'page', 'revoke', ...team);
  expect(revoked).toMatchObject({ code: 0, out: expect.stringContaining('are revoked') });
  expect((await fetched(address)).status).toBe(401);

  const none = await cli({}, 'page', 'link', 'users/x', ...team);
  expect(none).toMatchObject({ code: 2, err: expect.stringContaining('PAGE must be signals/ID') });
  const unknown = await cli({}, 'page', 'link', 'studies/nope', ...team);
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('no study') });
  const nowhere = { NODE_ENV: 'production' };
  const dead = await cli(nowhere, 'page', 'link', 'signals/sg1', ...team);
  expect(dead).toMatchObject({ code: 1, err: expect.stringContaining('PUBLIC_URL') });
});
