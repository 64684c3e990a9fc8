import { describe, expect, it } from 'vitest';
import { type EvidenceSearch, searchEvidence } from '../../src/answers/search/find-evidence.js';
import type { Context } from '../../src/core/context.js';
import { useDatabase } from '../support/database.js';
import { type SeededQuote, type SeededSignal, seed } from './seed.js';

const database = useDatabase();

const quotes: SeededQuote[] = [
  { id: 'price', quote: 'The pricing page made no sense to me at all.', study: 'buying' },
  { id: 'cost', quote: 'Honestly it is too expensive for a team of three.', study: 'buying' },
  { id: 'invite', quote: 'I could not find where to invite my colleagues.', study: 'setup' },
  { id: 'onboarding', quote: 'The onboarding took me a whole afternoon.', study: 'setup' },
  {
    id: 'export',
    quote: 'Exporting the report to a spreadsheet saves me an hour.',
    study: 'setup',
  },
  { id: 'calm', quote: 'Setting it up was a joy.', study: 'setup', kind: 'counterEvidence' },
  { id: 'gone', quote: 'The pricing page is a riddle.', study: 'buying', qualifies: false },
];

async function team(
  rows: readonly SeededQuote[] = quotes,
  signals: readonly SeededSignal[] = [],
): Promise<Context> {
  const ctx = database.context(await database.createTeam());
  await seed(ctx, rows, signals);
  return ctx;
}

async function ids(ctx: Context, search: EvidenceSearch): Promise<string[]> {
  return (await searchEvidence(ctx, search)).map(({ item }) => item.evidenceId);
}

describe('searchEvidence', () => {
  it('finds a quote by other forms of its words, by related words and by misspelled ones', async () => {
    const ctx = await team();
    expect((await ids(ctx, { query: 'priced pages' }))[0]).toBe('price');
    expect(await ids(ctx, { query: 'Is the cost a problem?' })).toContain('cost');
    expect((await ids(ctx, { query: 'onbaording' }))[0]).toBe('onboarding');
  });

  it('finds by an everyday synonym, and earlier if no quote has the word itself', async () => {
    const frightened = { id: 'frightened', quote: 'I was frightened to press the button.' };
    const unsaid = await team([...quotes, frightened]);
    const said = await team([...quotes, frightened, { id: 'afraid', quote: 'I am not afraid.' }]);
    const search = { query: 'Is anyone afraid of the calendar?' };
    const [found] = await searchEvidence(unsaid, search);
    expect(found?.item.evidenceId).toBe('frightened');
    const [first, second] = await searchEvidence(said, search);
    expect([first?.item.evidenceId, second?.item.evidenceId]).toEqual(['afraid', 'frightened']);
    expect(found!.score).toBeGreaterThan(second!.score);
  });

  it('puts a pasted quote first with a score of 1, whatever its case and punctuation', async () => {
    const ctx = await team([
      ...quotes,
      { id: 'twice', quote: 'The pricing page, the pricing page, the pricing page made no sense.' },
      { id: 'stop-words', quote: 'It is what it is.' },
    ]);
    for (const { id, quote } of quotes.filter((one) => !one.kind && one.qualifies !== false)) {
      const [first] = await searchEvidence(ctx, { query: ` ${quote.toUpperCase()}!! ` });
      expect({ id: first?.item.evidenceId, score: first?.score }).toEqual({ id, score: 1 });
    }
    expect((await ids(ctx, { query: 'it is what it is' }))[0]).toBe('stop-words');
  });

  it('scores the unrelated near 0, so that minScore drops it for short and long queries', async () => {
    const ctx = await team();
    const long =
      'When the weather is bad my neighbours walk their dogs around the page of a lake instead';
    expect(await ids(ctx, { query: 'weather', minScore: 0.1 })).toEqual([]);
    expect(await ids(ctx, { query: long, minScore: 0.1 })).toEqual([]);
    for (const { score } of await searchEvidence(ctx, { query: 'pricing page', minScore: 0.5 })) {
      expect(score).toBeGreaterThanOrEqual(0.5);
      expect(score).toBeLessThanOrEqual(1);
    }
    expect(await ids(ctx, { query: 'pricing page', minScore: 0.5 })).toEqual(['price']);
  });

  it('gives scores that fall and no more hits than the limit', async () => {
    const ctx = await team();
    const hits = await searchEvidence(ctx, { query: 'pricing expensive report invite', limit: 3 });
    expect(hits).toHaveLength(3);
    const scores = hits.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it('keeps to a study, to qualifying rows and to the kind asked for', async () => {
    const ctx = await team();
    expect(await ids(ctx, { query: 'pricing', studyId: 'setup' })).toEqual([]);
    expect(await ids(ctx, { query: 'pricing', studyId: 'unknown' })).toEqual([]);
    expect(await ids(ctx, { query: 'page riddle' })).toEqual(['price']);
    expect(await ids(ctx, { query: 'a joy to set up' })).toEqual([]);
    expect(await ids(ctx, { query: 'a joy', kind: 'counterEvidence' })).toEqual(['calm']);
  });

  it("reads a signal's kinds the other way round under a theme that contradicts it", async () => {
    const ctx = await team(quotes, [
      { id: 'easy', label: 'It is easy', themes: { 'theme-setup': 'contradicts' } },
      { id: 'dear', label: 'It is dear', themes: { 'theme-buying': 'supports' } },
    ]);
    expect(await ids(ctx, { query: 'a joy', signalId: 'easy' })).toEqual(['calm']);
    const [against] = await searchEvidence(ctx, {
      query: 'onboarding',
      signalId: 'easy',
      kind: 'counterEvidence',
    });
    expect(against?.item).toMatchObject({ evidenceId: 'onboarding', kind: 'counterEvidence' });
    expect(await ids(ctx, { query: 'onboarding', signalId: 'dear' })).toEqual([]);
    const page = { query: 'page', signalId: 'dear' };
    expect(await ids(ctx, { ...page, studyId: 'buying' })).toEqual(['price']);
    expect(await ids(ctx, { ...page, studyId: 'setup' })).toEqual([]);
    expect(await ids(ctx, { query: 'pricing', signalId: 'unknown' })).toEqual([]);
  });

  it('finds a quote by its note, theme, study, signal and person', async () => {
    const ctx = await team(
      [
        {
          id: 'short',
          quote: 'Never again.',
          note: 'About the migration wizard',
          theme: 'Trust in backups',
          person: 'Wilhelmina',
        },
        { id: 'other', quote: 'Every Tuesday.', theme: 'Habits', person: 'Ann' },
      ],
      [{ id: 'loss', label: 'Fear of data loss', themes: { 'Trust in backups': 'supports' } }],
    );
    for (const query of ['migration wizard', 'backups', 'Wilhelmina', 'fear of loss']) {
      expect(await ids(ctx, { query }), query).toEqual(['short']);
    }
  });

  it("is not touched by another team's rows", async () => {
    const one = await team(quotes.slice(0, 3));
    const before = await searchEvidence(one, { query: 'pricing page colleagues' });
    await team(
      Array.from({ length: 30 }, (_, index) => ({
        id: `q${index}`,
        quote: 'pricing page pricing',
      })),
    );
    expect(await searchEvidence(one, { query: 'pricing page colleagues' })).toEqual(before);
  });

  it('takes any text as words, never as a query of its own', async () => {
    const ctx = await team();
    const odd = [
      "pricing' | 'x",
      'pricing & !page <-> (((',
      "'; drop table evidence; --",
      '\\ pricing \0 :* pricing:A',
      '🙂 \u202E pricing',
      'a'.repeat(2000),
      'pricing '.repeat(250),
      '',
      '??? !!!',
    ];
    for (const query of odd) {
      const found = await ids(ctx, { query });
      if (query.includes('pricing')) expect(found, query).toContain('price');
    }
  });
});
