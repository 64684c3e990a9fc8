import { describe, expect, it } from 'vitest';
import { ExtractedQuote } from '../../db/entities/analysis.js';
import { Evidence, Theme } from '../../db/entities/evidence.js';
import { Signal, SignalTheme } from '../../db/entities/signal.js';
import { SourceItem } from '../../db/entities/source-item.js';
import { analyzeSourceItem } from '../../src/analysis/analyze-source-item.js';
import { importCodebook } from '../../src/analysis/codebook/codebook-file.js';
import { mergeSignals, retireSignal } from '../../src/analysis/curate/merge-signals.js';
import { mergeThemes } from '../../src/analysis/curate/merge-themes.js';
import { renameSignal, renameTheme } from '../../src/analysis/curate/rename.js';
import { rateHighlights, storeHighlights } from '../../src/analysis/rate-highlights.js';
import { synthesize, whyNoBelief, withoutBeliefs } from '../../src/analysis/synthesize.js';
import { synthesizeStudy } from '../../src/analysis/themes/synthesize-study.js';
import { ask } from '../../src/answers/ask/ask.js';
import { searchEvidence } from '../../src/answers/search/find-evidence.js';
import { refreshFacts } from '../../src/beliefs/signals/refresh-facts.js';
import { type Context, inTransaction } from '../../src/core/context.js';
import { eraseParticipant } from '../../src/interviews/participants/erase-participant.js';
import { exportSnapshot } from '../../src/operations/snapshot/export-snapshot.js';
import { useDatabase } from '../support/database.js';
import { germanTalks, readTalks, type Talk, talks, turnsOf } from './interviews.js';

/** A third person of the first study who has trouble with setting up. */
const uli: Talk = {
  id: 'i10',
  study: 'st1',
  person: 'Uli',
  answers: ['The setup of the import was too complicated for all of us.'],
};
const database = useDatabase();
const studyIds = ['st1', 'st2'];
const newTeam = async (): Promise<Context> => database.context(await database.createTeam());

async function synthesized(): Promise<Context> {
  const ctx = await newTeam();
  await readTalks(ctx, talks);
  await synthesize(ctx, { studyIds });
  return ctx;
}

/** All that the team believes, as lines. */
async function beliefs(ctx: Context): Promise<string[]> {
  const lines: string[] = [];
  await exportSnapshot(ctx, async (line) => void lines.push(line));
  return lines;
}

/** The theme of the quote that holds these words. */
async function themeOf(ctx: Context, said: string): Promise<string> {
  const quotes = await ctx.db.find(Evidence);
  return quotes.find(({ quote }) => quote.includes(said))!.themeId;
}
const signalOf = async (ctx: Context, said: string): Promise<string> =>
  (await ctx.db.findOne(SignalTheme, { themeId: await themeOf(ctx, said) }))!.signalId;

describe('what was said in interviews', () => {
  it('becomes themes of its study and signals across studies, with all that reads need', async () => {
    const ctx = await synthesized();
    const setup = await ctx.db.findOne(Theme, { themeId: await themeOf(ctx, 'two whole days') });
    expect(setup).toMatchObject({
      studyId: 'st1',
      sentiment: expect.stringMatching(/negative|mixed/) as string,
      participantCount: 2,
      evidenceCount: 3,
      counterEvidenceCount: 1,
    });
    expect(setup!.label).toBe('Setup and configuration are complicated');
    expect(
      await ctx.db.findOne(Evidence, { themeId: setup!.themeId, kind: 'counterEvidence' }),
    ).toMatchObject({
      quote: talks[2]!.answers[0],
      note: null,
      timeInCallSecs: 10,
      participantId: 'Wanda',
    });

    const signals = await ctx.db.find(Signal, {}, { order: { refNumber: 'ASC' } });
    expect(signals.map(({ refNumber }) => refNumber)).toEqual([1, 2]);
    const slow = (await ctx.db.findOne(Signal, {
      signalId: await signalOf(ctx, 'two whole days'),
    }))!;
    expect(slow).toMatchObject({
      ...{ label: setup!.label, participantCount: 4, studyCount: 2, counterEvidenceCount: 1 },
      implication: 'Give settings that work for the common case',
    });
    const late = await ctx.db.findOne(Signal, { signalId: await signalOf(ctx, 'nobody can tell') });
    expect(late).toMatchObject({ label: 'People get invoices too late', participantCount: 3 });
    const links = await ctx.db.find(
      SignalTheme,
      { signalId: slow.signalId },
      { order: { position: 'ASC' } },
    );
    expect(
      links.map(({ relationship, narrative }) => [relationship, narrative!.split(':')[0]]),
    ).toEqual([
      ['supports', '2 people in this study say so, one in these words'],
      ['supports', '2 people in this study say so, one in these words'],
    ]);
    const [hit] = await searchEvidence(ctx, { query: 'import setup took days' });
    expect(hit!.item.quote).toMatch(/setup of the import/);
  });

  it('finds the same beliefs when repeated, interrupted or recounted', async () => {
    const ctx = await synthesized();
    const once = await beliefs(ctx);
    expect(await synthesize(ctx, { studyIds })).toMatchObject({ quotesPlaced: 0 });
    for (const { id } of talks) expect((await analyzeSourceItem(ctx, id)).changed).toBe(false);
    await inTransaction(ctx, refreshFacts);
    expect(await beliefs(ctx)).toEqual(once);

    const stopped = await newTeam();
    await readTalks(stopped, [...talks].reverse());
    await synthesizeStudy(stopped, 'st2');
    await synthesize(stopped, { studyIds: ['st2', 'st1'] });
    expect(await beliefs(stopped)).toEqual(once);
  });

  it('joins what is there when more is said, under the same ids and names', async () => {
    const ctx = await newTeam();
    await readTalks(ctx, [...talks.slice(0, 3), uli]);
    await synthesize(ctx, { studyIds });
    const before = await ctx.db.find(Theme);
    const theme = await themeOf(ctx, 'two whole days');
    await readTalks(ctx, [
      {
        id: 'i9',
        study: 'st1',
        person: 'Lou',
        answers: ['The setup of the import was slow, it took me three frustrating days.'],
      },
      ...talks.slice(3),
    ]);
    await synthesize(ctx, { studyIds });
    expect(await themeOf(ctx, 'three frustrating days')).toBe(theme);
    const after = await ctx.db.find(Theme, { studyId: 'st1' });
    const names = (list: Theme[]) => list.map(({ themeId, label }) => `${themeId} ${label}`).sort();
    expect(names(after)).toEqual(names(before));
    expect(await signalOf(ctx, 'lost a week')).toBe(await signalOf(ctx, 'two whole days'));
  });

  it('leaves what no belief rests on to topics, which found no signal and have no sides', async () => {
    const ctx = await synthesized();
    const topic = await ctx.db.findOne(Theme, { themeId: await themeOf(ctx, 'a week late') });
    expect(topic).toMatchObject({ beliefKey: null, counterEvidenceCount: 0 });
    expect(await ctx.db.find(SignalTheme, { themeId: topic!.themeId })).toEqual([]);
    const [hit] = await searchEvidence(ctx, { query: 'parrot hates the sound' });
    expect(hit!.item.quote).toMatch(/parrot/);
    const { topicsWaiting, topics } = await synthesize(ctx, { studyIds: ['st1'] });
    expect([topicsWaiting, topics.map(({ people }) => people)]).toEqual([2, [1, 1]]);
  });

  it('keeps quotes of another language without topics, which English grammar would name, and says so', async () => {
    const ctx = await newTeam();
    await readTalks(ctx, germanTalks);
    const done = await synthesize(ctx, { studyIds: ['st1'] });
    expect(done).toMatchObject({ topicsWaiting: 0, signals: 0, otherLanguage: true });
    expect(done.quotesWaiting).toBe((await ctx.db.find(ExtractedQuote)).length);
    expect(done.quotesWaiting).toBeGreaterThan(12);
    expect(await ctx.db.find(Theme)).toEqual([]);
    expect(whyNoBelief(done)).toBe('without a language model, only English is read');
    expect(await withoutBeliefs(ctx)).toMatchObject({ quotesWaiting: done.quotesWaiting });
    expect(await withoutBeliefs(await newTeam())).toBeUndefined();
  });

  it('takes a quote out of its topic once enough people claim the same', async () => {
    const ctx = await newTeam();
    await readTalks(ctx, talks.slice(4));
    await synthesize(ctx, { studyIds });
    expect(await ctx.db.find(Signal)).toEqual([]);
    const topic = await themeOf(ctx, 'every month');
    await readTalks(ctx, talks.slice(3, 4));
    await synthesize(ctx, { studyIds });
    expect(await themeOf(ctx, 'every month')).not.toBe(topic);
    expect(await signalOf(ctx, 'every month')).toBe(await signalOf(ctx, 'nobody can tell'));
    expect(await ctx.db.findOne(Theme, { themeId: topic })).toBeUndefined();
  });

  it('counts a passage for each belief that it supports, and keeps it under one topic at most', async () => {
    const ctx = await newTeam();
    const both = 'The setup was complicated and the invoices arrive late every month.';
    const person = (id: string, ...answers: string[]) => ({
      id,
      study: 'st1',
      person: id,
      answers,
    });
    await readTalks(ctx, [person('a', both)]);
    await synthesize(ctx, { studyIds: ['st1'] });
    expect(await ctx.db.find(Evidence, { quote: both })).toHaveLength(1);
    await readTalks(ctx, [
      person(
        'b',
        'Setup and configuration are complicated for my team at work, I think.',
        'The setup was too complicated for my wife as well.',
      ),
      person('d', 'The setup of it was far too complicated for me.'),
    ]);
    await synthesize(ctx, { studyIds: ['st1'] });
    expect(await ctx.db.find(Evidence, { quote: both })).toHaveLength(1);
    await readTalks(ctx, [
      person(
        'c',
        'Our invoices arrive late every single week as well, you know.',
        'The invoices arrived too late again in March.',
      ),
      person('e', 'The invoices arrive too late here as well, and we pay them late.'),
    ]);
    await synthesize(ctx, { studyIds: ['st1'] });
    expect(await ctx.db.find(Evidence, { quote: both })).toHaveLength(2);
    expect((await ctx.db.find(Signal)).map(({ participantCount }) => participantCount)).toEqual([
      3, 3,
    ]);
  });

  it('keeps a belief that fewer people are left behind than a new one needs', async () => {
    const ctx = await newTeam();
    await readTalks(ctx, [...talks.slice(0, 3), uli]);
    await synthesize(ctx, { studyIds });
    const signalId = await signalOf(ctx, 'two whole days');
    for (const person of [uli.person, talks[1]?.person]) await eraseParticipant(ctx, person ?? '');
    const people = async () => (await ctx.db.findOne(Signal, { signalId }))?.participantCount;
    expect(await people()).toBeLessThan(3);
    await readTalks(ctx, talks.slice(3));
    await synthesize(ctx, { studyIds });
    expect(await ctx.db.findOne(Signal, { signalId })).toMatchObject({ archived: false });
    expect(await people()).toBeGreaterThan(0);
  });

  it('goes where a person merged and stays named as a person named it', async () => {
    const ctx = await newTeam();
    await readTalks(ctx, [...talks.slice(0, 3), uli]);
    await synthesize(ctx, { studyIds });
    const [setup, parrot] = [await themeOf(ctx, 'two whole days'), await themeOf(ctx, 'parrot')];
    await renameTheme(ctx, setup, 'Setting up takes days');
    await mergeThemes(ctx, parrot, setup);
    const signalId = await signalOf(ctx, 'two whole days');
    await renameSignal(ctx, signalId, 'Slow to start');
    await readTalks(ctx, [
      {
        id: 'i8',
        study: 'st1',
        person: 'Lou',
        answers: ['My parrot hates the horrible sound of the app, the window sound is a problem.'],
      },
      ...talks.slice(3),
    ]);
    await synthesize(ctx, { studyIds });
    expect(await ctx.db.findOne(Theme, { themeId: parrot })).toBeUndefined();
    expect(await themeOf(ctx, 'window sound')).toBe(setup);
    expect(await ctx.db.findOne(Theme, { themeId: setup })).toMatchObject({
      label: 'Setting up takes days',
    });
    expect(await ctx.db.findOne(Signal, { signalId })).toMatchObject({ label: 'Slow to start' });
  });

  it('founds no signal again that a person merged away or retired', async () => {
    const ctx = await synthesized();
    const [slow, late] = [
      await signalOf(ctx, 'two whole days'),
      await signalOf(ctx, 'nobody can tell'),
    ];
    await mergeSignals(ctx, late, slow);
    expect(await ctx.db.findOne(Signal, { signalId: late })).toMatchObject({
      archived: true,
      archiveReason: 'retired',
      participantCount: 0,
    });
    expect(await ctx.db.findOne(Signal, { signalId: slow })).toMatchObject({ participantCount: 5 });
    await retireSignal(ctx, slow);
    await readTalks(ctx, [
      {
        id: 'i7',
        study: 'st2',
        person: 'Lou',
        answers: ['Invoices arrive late every month, accounting is a problem for us.'],
      },
    ]);
    await synthesize(ctx, { studyIds });
    expect(await signalOf(ctx, 'problem for us')).toBe(slow);
    expect(await ctx.db.find(Signal, { archived: false })).toEqual([]);
    await expect(retireSignal(ctx, slow)).rejects.toThrow(/SIG-\d+ is archived \(retired\)/);
  });

  it('is taken back with every word of it where a corrected transcript no longer holds it', async () => {
    const ctx = await synthesized();
    const kept = await ctx.db.findOne(ExtractedQuote, { sourceItemId: 'i1', turn: 1 });
    const corrected = turnsOf([talks[0]!.answers[0]!, 'The weather was nice.']);
    await ctx.db.update(SourceItem, { sourceItemId: 'i1' }, { transcript: corrected as object[] });
    expect((await analyzeSourceItem(ctx, 'i1')).quoteIds).toEqual([kept!.quoteId]);
    const lines = await beliefs(ctx);
    expect(lines.filter((line) => line.includes('a week late'))).toEqual([]);
    await inTransaction(ctx, refreshFacts);
    expect(await beliefs(ctx)).toEqual(lines);
  });

  it('counts for nothing where no participant speaks, and says so', async () => {
    const ctx = await newTeam();
    await readTalks(ctx, talks.slice(0, 1));
    await ctx.db.update(SourceItem, { sourceItemId: 'i1' }, { interviewers: ['Mia', 'Guest'] });
    expect(await analyzeSourceItem(ctx, 'i1')).toMatchObject({
      status: 'analysis_failed',
      failure: expect.stringMatching(/^No participant speaks: .*"Mia" and "Guest"/) as string,
      quoteIds: [],
    });
  });
});

describe('passages that people marked', () => {
  it('have the theme that their tag names, whatever their words', async () => {
    const ctx = await synthesized();
    const marked = [
      { quote: 'Blue is my colour.', tags: ['Looks'] },
      { quote: 'The font of the menu is tiny.', tags: ['looks ', 'menu'] },
      { quote: 'Fine.', tags: ['Praise'] },
    ];
    await inTransaction(ctx, (tx) =>
      storeHighlights(tx, 'i5', rateHighlights('i5', marked, []), { keepOthers: true }),
    );
    await synthesize(ctx, { studyIds });
    expect(await themeOf(ctx, 'tiny')).toBe(await themeOf(ctx, 'Blue is'));
    expect(await themeOf(ctx, 'Fine.')).not.toBe(await themeOf(ctx, 'Blue is'));
    const looks = await ctx.db.findOne(Theme, { themeId: await themeOf(ctx, 'Blue is') });
    expect(looks!.label.toLowerCase()).toBe('looks');
  });
});

it('counts a pain as a problem, also if no quote has a word of complaint', async () => {
  const ctx = await newTeam();
  const answers = [
    'I only count the boxes when the driver has left our yard. The dreadful stock sheet is wrong and broken.',
    'On Mondays I count the boxes when the driver has left already. Our stock sheet is wrong, a real problem.',
    'We count the boxes when the driver has left, every second week. My stock sheet is wrong, which is bad.',
  ];
  const entry = (id: string, statement: string, says: string) =>
    `{ id: ${id}, kind: pain, statement: ${statement}, counts: So, says: ${says}, examples: { counts: [We ${says}.], not: [] } }`;
  await importCodebook(
    ctx,
    `entries:
  - ${entry('later', 'Kitchens count a delivery only later', 'count the boxes when the driver has left')}
  - ${entry('sheet', 'Stock sheets are wrong', 'stock sheet is wrong')}
`,
  );
  await readTalks(
    ctx,
    answers.map((answer, at) => ({
      id: `k${at}`,
      study: 'st1',
      person: `P${at}`,
      answers: [answer],
    })),
  );
  await synthesize(ctx, { studyIds: ['st1'] });
  const { parts } = await ask(ctx, 'What are the biggest problems?');
  expect(parts.beliefs.map(({ label }) => label).sort()).toEqual([
    'Kitchens count a delivery only later',
    'Stock sheets are wrong',
  ]);
});
