import { execFile } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { FakeLinear } from '../issues/fake-linear.js';
import { useDatabase } from '../support/database.js';

const database = useDatabase();

const cli = (...args: string[]) => cliWith({}, ...args);

const cliWith = (env: Record<string, string>, ...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      ['dist/src/cli/main.js', ...args],
      { env: { PATH: process.env.PATH, DATABASE_URL: database.url, ...env } },
      (error, out, err) => resolve({ code: (error?.code as number | undefined) ?? 0, out, err }),
    );
  });

it('shows the settings of a team, changes one, and says what is wrong with another', async () => {
  const teamId = await database.createTeam();
  const hours = '{"from":"18:00","to":"08:00"}';
  const changed = await cli('settings', teamId, '--set', `quietHours=${hours}`, '--json');
  expect(JSON.parse(changed.out)).toMatchObject({
    quietHours: { from: '18:00', to: '08:00' },
    cardsPerDay: 5,
  });
  const shown = await cli('settings', teamId);
  expect(shown.out).toContain(hours);

  const [reset, wrong, unknown] = await Promise.all([
    cli('settings', teamId, '--set', 'quietHours=', '--json'),
    cli('settings', teamId, '--set', 'cardsPerDay=many'),
    cli('settings', teamId, '--set', 'colour=red'),
  ]);
  expect(JSON.parse(reset.out).quietHours).toBeNull();
  expect(wrong).toMatchObject({ code: 1, err: 'cardsPerDay: a whole number from 0 to 200.\n' });
  expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('must name one of') });
});

it('says which names the tracker does not know, and saves them', async () => {
  const linear = new FakeLinear();
  await linear.server.start();
  onTestFinished(() => linear.server.stop());
  const teamId = await database.createTeam();
  const env = {
    TEAM_ID: teamId,
    LINEAR_API_KEY: linear.key,
    LINEAR_TEAM: 'ENG',
    LINEAR_API_URL: linear.server.url,
  };
  const set = (value: string) => cliWith(env, 'settings', teamId, '--set', value, '--json');
  const saved = await set('trackerDefaults={"labels":["reserch"],"assignee":"Ada"}');
  expect(JSON.parse(saved.out).trackerDefaults.labels).toEqual(['reserch']);
  expect(saved).toMatchObject({
    code: 0,
    err: 'Saved. Linear has no label spelled “reserch”: it has research.\n',
  });
  const known = await set('trackerDefaults={"labels":["research"],"assignee":"Ada"}');
  expect(known).toMatchObject({ code: 0, err: '' });
});
