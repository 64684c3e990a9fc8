import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';
import { Theme } from '../../db/entities/evidence.js';
import { Signal } from '../../db/entities/signal.js';
import { synthesize } from '../../src/analysis/synthesize.js';
import { listHistory } from '../../src/beliefs/history/history.js';
import { useDatabase } from '../support/database.js';
import { readTalks, talks } from './interviews.js';

const database = useDatabase();

/** Runs `npm run cli -- … --json` as its own process, without npm. */
const cli = (...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      ['dist/src/cli/main.js', ...args, '--json'],
      { env: { PATH: process.env.PATH, DATABASE_URL: database.url } },
      (error, out, err) => resolve({ code: (error?.code as number | undefined) ?? 0, out, err }),
    );
  });

it('a person renames and retires beliefs on the command line, and history keeps who', async () => {
  const teamId = await database.createTeam();
  const ctx = database.context(teamId);
  await readTalks(ctx, talks);
  await synthesize(ctx, { studyIds: ['st1', 'st2'] });
  const [one] = await ctx.db.find(Theme, { studyId: 'st1' });
  const other = (await ctx.db.findOne(Theme, { studyId: 'st2' }))!;
  const [signal] = await ctx.db.find(Signal);
  const team = ['--team', teamId];

  const renamed = await cli('theme', 'rename', one!.themeId, '--label', ' Slow start ', ...team);
  expect(JSON.parse(renamed.out)).toEqual({ themeId: one!.themeId, label: 'Slow start' });
  expect((await cli('signal', 'retire', signal!.signalId, ...team)).code).toBe(0);

  const across = await cli('theme', 'merge', other.themeId, '--into', one!.themeId, ...team);
  expect(across).toMatchObject({
    code: 1,
    err: 'Themes of two studies cannot be merged: merge the signals that they belong to.\n',
  });
  const history = await listHistory(ctx, { limit: 10 });
  expect(history.map(({ action, subjectType }) => `${action} ${subjectType}`)).toEqual([
    'retire signal',
    'rename theme',
  ]);
});
