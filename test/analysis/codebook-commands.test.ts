import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { Evidence, Theme } from '../../db/entities/evidence.js';
import { Signal } from '../../db/entities/signal.js';
import { analyzeSourceItem } from '../../src/analysis/analyze-source-item.js';
import { mergeThemes } from '../../src/analysis/curate/merge-themes.js';
import { synthesize } from '../../src/analysis/synthesize.js';
import { listHistory } from '../../src/beliefs/history/history.js';
import type { Context } from '../../src/core/context.js';
import { useDatabase } from '../support/database.js';
import { readTalks, talks } from './interviews.js';

const database = useDatabase();
let ctx: Context;
const studyIds = ['st1', 'st2'];

/** Runs `npm run cli -- …` as its own process, without npm. */
async function cli(
  args: string[],
  input = '',
): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(
    process.execPath,
    ['dist/src/cli/main.js', ...args, '--team', ctx.db.teamId],
    { env: { PATH: process.env.PATH, DATABASE_URL: database.url } },
  );
  child.stdin.end(input);
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number>((resolve) => child.on('exit', (status) => resolve(status ?? 1))),
  ]);
  return { code, out, err };
}
const json = async (...args: string[]) => JSON.parse((await cli([...args, '--json'])).out);
const quoteOf = async (said: string): Promise<Evidence> =>
  (await ctx.db.find(Evidence)).find(({ quote }) => quote.includes(said))!;

beforeAll(async () => {
  ctx = database.context(await database.createTeam());
  await readTalks(ctx, talks);
  await synthesize(ctx, { studyIds });
});

describe('what a person decides on the command line', () => {
  it('makes a belief of a theme, which no reader takes apart', async () => {
    const { themeId } = await quoteOf('parrot');
    const made = await json('theme', 'promote', themeId, '--as', 'Sounds of the app scare pets');
    expect(made).toEqual({
      signalId: expect.any(String),
      ref: 'SIG-3',
      entryId: expect.stringMatching(/^own-/),
    });
    expect(await ctx.db.findOne(Signal, { signalId: made.signalId })).toMatchObject({
      ...{ label: 'Sounds of the app scare pets', participantCount: 1, labelByPerson: true },
    });
    const again = await cli(['theme', 'promote', themeId, '--as', 'Sounds scare pets']);
    expect(again).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^This theme already belongs to a signal/),
    });
    await synthesize(ctx, { studyIds, again: true });
    expect((await quoteOf('parrot')).themeId).toBe(themeId);
    expect(await ctx.db.findOne(Theme, { themeId })).toMatchObject({
      label: 'Sounds of the app scare pets',
    });
  });

  it('keeps a signal, and splits one into two, for good', async () => {
    const [setup] = await ctx.db.find(Signal, { refNumber: 1 });
    await json('signal', 'keep', setup!.signalId);
    const lost = await quoteOf('lost a week');
    const made = await json(
      'signal',
      'split',
      setup!.signalId,
      '--as',
      'Setup costs a week',
      '--quote',
      lost.evidenceId,
    );
    expect(made.ref).toBe('SIG-4');
    await synthesize(ctx, { studyIds, again: true });
    for (const { id } of talks) await analyzeSourceItem(ctx, id, { again: true });
    await synthesize(ctx, { studyIds, again: true });
    expect(await ctx.db.find(Signal, {}, { order: { refNumber: 'ASC' } })).toMatchObject([
      { refNumber: 1, participantCount: 3, keptAt: expect.any(Date) as Date },
      { refNumber: 2 },
      { refNumber: 3, participantCount: 1 },
      { refNumber: 4, participantCount: 1, label: 'Setup costs a week' },
    ]);
    const refused = await cli([
      'signal',
      'split',
      setup!.signalId,
      '--as',
      'It takes a week',
      '--quote',
      'nothing',
    ]);
    expect(refused).toMatchObject({ code: 1, err: 'This signal has no quote nothing.\n' });
    const history = await listHistory(ctx, { limit: 10 });
    expect(history.map(({ action }) => action)).toEqual(['split', 'keep', 'promote']);
  });
});

describe('a codebook as a file', () => {
  it('comes back as it went, and changes nothing', async () => {
    const { out } = await cli(['codebook', 'export']);
    const { entries } = parse(out) as { entries: { id: string; signals?: string[] }[] };
    expect(entries.find(({ id }) => id === 'config')).toMatchObject({ signals: ['SIG-1'] });
    const { changed, unchanged } = JSON.parse(
      (await cli(['codebook', 'import', '-', '--json'], out)).out,
    );
    expect([changed, unchanged]).toEqual([0, entries.length]);
  });

  it('renames what an entry founded when its sentence changes', async () => {
    const { out } = await cli(['codebook', 'export']);
    const { entries } = parse(out) as { entries: { id: string; statement: string }[] };
    const config = entries.find(({ id }) => id === 'config')!;
    const file = stringify({ entries: [{ ...config, statement: 'Starting is hard' }] });
    const imported = JSON.parse((await cli(['codebook', 'import', '-', '--json'], file)).out);
    expect(imported).toMatchObject({ changed: 1, signalsFounded: 0 });
    expect(await ctx.db.findOne(Signal, { refNumber: 1 })).toMatchObject({
      label: 'Starting is hard',
      participantCount: 3,
    });
  });

  it('brings entries of its own, by which interviews are read again, and takes some out', async () => {
    const own = {
      ...{ id: 'mornings', kind: 'pain', statement: 'People do invoices in the morning' },
      ...{ counts: 'Somebody does them early.', says: 'invoices arrive' },
      examples: { counts: ['Invoices arrive and I do them.'], not: [] },
    };
    const file = stringify({ entries: [own, { ...own, id: 'too-late', retired: true }] });
    const imported = JSON.parse((await cli(['codebook', 'import', '-', '--json'], file)).out);
    expect(imported).toMatchObject({
      changed: 1,
      retired: 1,
      interviewsRead: 6,
      signalsFounded: 1,
    });
    expect(await ctx.db.findOne(Signal, { label: own.statement })).toMatchObject({
      participantCount: 3,
    });
  });

  it('is exported without built-in entries, and warns of examples that its patterns read wrongly', async () => {
    const own = {
      ...{ id: 'rain', kind: 'pain', statement: 'People get wet in the rain', counts: 'Rain.' },
      says: 'the rain ruined my coat',
      examples: {
        counts: ['Yesterday the rain ruined my coat again.', 'I always get wet on my way.'],
        not: ['On Monday the rain ruined my coat for good.'],
      },
    };
    const file = stringify({ entries: [own] });
    const { warnings } = JSON.parse((await cli(['codebook', 'import', '-', '--json'], file)).out);
    const [, missed] = own.examples.counts;
    const [excess] = own.examples.not;
    expect(warnings).toEqual([
      { entryId: 'rain', example: missed, found: false },
      { entryId: 'rain', example: excess, found: true },
    ]);
    const { entries } = await json('codebook', 'export', '--own');
    const ids = entries.map(({ id }: { id: string }) => id);
    expect(ids).toContain('rain');
    expect(ids).toContain('config'); // changed above
    expect(ids.length).toBeLessThan(10);
  });

  it.each([
    [
      'says: "(a+)+"',
      'Entry 1 (x): says: "(a+)+" repeats a group without an end, or refers back.\n',
    ],
    ['kind: mood', /^Entry 1 \(x\): kind: /],
    ['colour: red', /^Entry 1 \(x\): unknown field colour, allowed are id, kind, .*says/],
  ])('is refused as a whole if it has a fault: %s', async (fault, err) => {
    const [field, value] = fault.split(': ');
    const good = {
      ...{ id: 'x', kind: 'pain', statement: 'It rains', counts: 'Rain.', says: 'rain' },
      examples: { counts: [], not: [] },
    };
    const file = stringify({
      entries: [{ ...good, [field!]: JSON.parse(value!.startsWith('"') ? value! : `"${value}"`) }],
    });
    expect(await cli(['codebook', 'import', '-'], file)).toMatchObject({
      code: 1,
      err: typeof err === 'string' ? err : (expect.stringMatching(err) as string),
    });
  });
});

it('a person who merges themes across beliefs keeps that', async () => {
  const [parrot, setup] = [await quoteOf('parrot'), await quoteOf('two whole days')];
  await mergeThemes(ctx, parrot.themeId, setup.themeId);
  await synthesize(ctx, { studyIds, again: true });
  expect((await quoteOf('parrot')).themeId).toBe(setup.themeId);
});
