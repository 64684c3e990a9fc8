import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';
import { Evidence, Theme } from '../../db/entities/evidence.js';
import { Signal } from '../../db/entities/signal.js';
import { promoteTheme } from '../../src/analysis/curate/promote-theme.js';
import { synthesize } from '../../src/analysis/synthesize.js';
import { listHistory } from '../../src/beliefs/history/history.js';
import { useDatabase } from '../support/database.js';
import { boxes, readTalks, talks } from './interviews.js';

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
  const [signal] = await ctx.db.find(Signal, { refNumber: 1 });
  const team = ['--team', teamId];

  const renamed = await cli('theme', 'rename', one!.themeId, '--as', ' Slow start ', ...team);
  expect(JSON.parse(renamed.out)).toEqual({ themeId: one!.themeId, label: 'Slow start' });
  const { signalId } = signal!;
  const named = ['Setting it up takes days', 'Setting it up takes weeks'];
  await cli('signal', 'rename', signalId, '--label', named[0]!, ...team);
  const asked = await cli('signal', 'rename', 'SIG-1', '--as', named[1]!, ...team);
  expect(JSON.parse(asked.out)).toEqual({ signalId, label: named[1] });
  const bare = ['signal rename SIG-1', `theme promote ${one!.themeId}`];
  for (const words of bare) {
    expect(await cli(...words.split(' '), '--as', 'Phones', ...team)).toMatchObject({
      code: 1,
      err: 'A belief is a sentence that someone could deny, of at least three words, such as “Phones distract people at work”.\n',
    });
  }
  expect(await cli('signal', 'rename', 'SIG-1', ...team)).toMatchObject({ code: 2 });
  expect((await cli('signal', 'retire', signal!.signalId, ...team)).code).toBe(0);

  const across = await cli('theme', 'merge', other.themeId, '--into', one!.themeId, ...team);
  expect(across).toMatchObject({
    code: 1,
    err: 'Themes of two studies cannot be merged: merge the signals that they belong to.\n',
  });
  const history = await listHistory(ctx, { limit: 10 });
  expect(history.map(({ action, subjectType }) => `${action} ${subjectType}`)).toEqual([
    'retire signal',
    'rename signal',
    'rename signal',
    'rename theme',
  ]);
});

it('a person takes a quote out of a belief and puts another in on the command line', async () => {
  const teamId = await database.createTeam();
  const ctx = database.context(teamId);
  await readTalks(ctx, [...talks, ...boxes]);
  await synthesize(ctx, { studyIds: ['st1', 'st2'] });
  const quoteOf = async (said: string) =>
    (await ctx.db.find(Evidence)).find(({ quote }) => quote.includes(said))!;
  const themeOf = async (said: string) =>
    (await ctx.db.findOne(Theme, { themeId: (await quoteOf(said)).themeId }))?.label;
  const team = ['--team', teamId];

  const listed = JSON.parse((await cli('signal', 'quotes', 'SIG-1', ...team)).out);
  const quick = await quoteOf('easy, quick and helpful');
  expect(listed).toContainEqual(
    expect.objectContaining({ evidenceId: quick.evidenceId, kind: 'counterEvidence' }),
  );
  const { evidenceId } = await quoteOf('lost a week');
  const done = await cli('signal', 'reject-quote', 'SIG-1', evidenceId, ...team);
  expect(done).toMatchObject({ code: 0, err: '' });
  expect((await cli('refresh', ...team)).code).toBe(0);
  expect(await themeOf('lost a week')).toBe('Set aside');
  expect(await cli('signal', 'reject-quote', 'SIG-1', 'nothing', ...team)).toMatchObject({
    code: 1,
    err: 'SIG-1 has no quote "nothing".\n',
  });

  const counting = await quoteOf('I count them twice');
  const statement = 'The cash box is counted by hand every night';
  const { signalId } = await promoteTheme(ctx, counting.themeId, statement);
  const likely = await cli('signal', 'quotes', signalId, '--likely', ...team);
  expect(likely.out).toContain('coin by coin');
  const [{ evidenceId: quoteId }] = JSON.parse(likely.out);
  expect((await cli('signal', 'add-quote', signalId, quoteId, ...team)).code).toBe(0);
  expect(await ctx.db.findOne(Signal, { signalId })).toMatchObject({ participantCount: 3 });
});

it('the questions that a belief answers are listed, added and removed on the command line', async () => {
  const teamId = await database.createTeam();
  const ctx = database.context(teamId);
  await readTalks(ctx, talks);
  await synthesize(ctx, { studyIds: ['st1', 'st2'] });
  const run = (...args: string[]) => cli('signal', 'questions', 'SIG-1', '--team', teamId, ...args);
  expect(JSON.parse((await run()).out)).toMatchObject({ ref: 'SIG-1', questions: [] });
  const added = await run('--add', 'How long does it take?', '--add', 'Who sets it up?');
  expect(JSON.parse(added.out).questions).toEqual(['How long does it take?', 'Who sets it up?']);
  const left = await run('--remove', 'who sets it up');
  expect(JSON.parse(left.out).questions).toEqual(['How long does it take?']);
  expect(await run('--add', '?')).toMatchObject({
    code: 1,
    err: expect.stringContaining('with a letter or a digit among them'),
  });
});
