import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';
import { useDatabase } from '../support/database.js';

const database = useDatabase();

const cli = (...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      ['dist/src/cli/main.js', ...args],
      { env: { PATH: process.env.PATH, DATABASE_URL: database.url } },
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
