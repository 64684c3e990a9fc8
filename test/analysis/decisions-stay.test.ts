import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { Evidence, Theme } from '../../db/entities/evidence.js';
import { Signal, SignalTheme } from '../../db/entities/signal.js';
import { SourceItem } from '../../db/entities/source-item.js';
import { createModels } from '../../integrations/models/index.js';
import { analyzeSourceItem } from '../../src/analysis/analyze-source-item.js';
import {
  codebookYaml,
  exportCodebook,
  importCodebook,
} from '../../src/analysis/codebook/codebook-file.js';
import { addQuote } from '../../src/analysis/curate/add-quote.js';
import { likelyQuotes } from '../../src/analysis/curate/likely-quotes.js';
import { keepSignal, mergeSignals, retireSignal } from '../../src/analysis/curate/merge-signals.js';
import { mergeThemes } from '../../src/analysis/curate/merge-themes.js';
import { promoteTheme } from '../../src/analysis/curate/promote-theme.js';
import { rejectQuote } from '../../src/analysis/curate/reject-quote.js';
import { renameSignal, renameTheme } from '../../src/analysis/curate/rename.js';
import { splitSignal } from '../../src/analysis/curate/split-signal.js';
import { rereadTeam } from '../../src/analysis/read-waiting.js';
import { synthesize } from '../../src/analysis/synthesize.js';
import type { Context } from '../../src/core/context.js';
import { exportSnapshot } from '../../src/operations/snapshot/export-snapshot.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { FakeModelServer } from '../models/fake-model-server.js';
import type { Asked } from '../models/recorded-study.js';
import { useDatabase } from '../support/database.js';
import { readTalks, type Talk, talks } from './interviews.js';

const database = useDatabase();
const server = new FakeModelServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

let ctx: Context;
const studyIds = ['st1', 'st2'];

const talk = (id: string, study: string, person: string, ...answers: string[]): Talk => ({
  ...{ id, study, person, answers },
});
const boxes: readonly Talk[] = [
  talk(
    ...(['b1', 'st1', 'Vera'] as const),
    'Counting the coins of the cash box every night is slow and annoying, I count them twice.',
  ),
  talk(
    ...(['b2', 'st1', 'Olli'] as const),
    'Counting the coins of the cash box every night is a pain, my wife writes the sum down.',
  ),
  talk(
    ...(['b3', 'st2', 'Noor'] as const),
    'At night somebody has to count the cash box, coin by coin, before we lock the door.',
    'The setup of the import was slow and complicated, it took me a whole week.',
  ),
];
const later: readonly Talk[] = [
  talk(
    ...(['n1', 'st1', 'Piet'] as const),
    'The setup of the import was slow and confusing, it took me three days.',
    'Counting the coins of the cash box every night is annoying, I do it alone.',
  ),
  talk(
    ...(['n2', 'st2', 'Lena'] as const),
    'The invoices arrive late every month, so our accounting is a problem.',
  ),
];

beforeEach(async () => {
  ctx = database.context(await database.createTeam());
  await readTalks(ctx, [...talks, ...boxes]);
  await synthesize(ctx, { studyIds });
});

const readAgain = async (of: Context = ctx): Promise<void> => {
  for (const { sourceItemId } of await of.db.find(SourceItem)) {
    await of.db.update(SourceItem, { sourceItemId }, { interviewers: ['Mia'] });
    await analyzeSourceItem(of, sourceItemId, { again: true });
  }
  await synthesize(of, { studyIds, again: true });
};
const quotesIn = async (of: Context, themeIds: readonly string[]): Promise<string[]> => {
  const quotes = await of.db.find(Evidence);
  return quotes
    .filter(({ themeId }) => themeIds.includes(themeId))
    .map(({ quote, kind }) => `${kind}: ${quote}`)
    .sort();
};
/** Label, state and quotes of each belief, by its ref. */
async function seen(of: Context = ctx) {
  const signals = await of.db.find(Signal, {}, { order: { refNumber: 'ASC' } });
  const links = await of.db.find(SignalTheme);
  return Promise.all(
    signals.map(async ({ signalId, refNumber, label, archived, keptAt, participantCount }) => ({
      ...{ refNumber, label, archived, kept: keptAt !== null, people: participantCount },
      quotes: await quotesIn(
        of,
        links.flatMap((link) => (link.signalId === signalId ? [link.themeId] : [])),
      ),
    })),
  );
}
const idOf = async (refNumber: number): Promise<string> =>
  (await ctx.db.findOne(Signal, { refNumber }))!.signalId;
const quote = async (words: string, of: Context = ctx): Promise<Evidence> =>
  (await of.db.find(Evidence)).find((one) => one.quote.includes(words))!;

/** Answers of a model that finds one belief in everything, and every quote in support of every sentence. */
function agreeable({ turns, claims, pairs, beliefs, sentences }: Asked): unknown {
  const claim = 'People say what they say about setup and coins';
  if (turns) {
    return {
      claims: turns.flatMap(([turn, speaker, quote]) =>
        speaker === 'P' ? [{ turn, quote, claim, strength: 'high', flags: [] }] : [],
      ),
    };
  }
  if (pairs) return { answers: pairs.map(({ n }) => ({ n, is: 'supports' })) };
  if (claims && beliefs) {
    return { answers: claims.map(([n]) => ({ n, belief: 0, is: 'supports' })) };
  }
  if (claims) {
    const statement = 'People say everything that they say at once';
    return { beliefs: [{ statement, claims: claims.map(([n]) => n) }] };
  }
  if (beliefs) return { definitions: [], told: [] };
  const asked = (sentences ?? []) as ([number] | { n: number })[];
  return {
    answers: asked.map((one) =>
      Array.isArray(one) ? { n: one[0], same: null } : { ...one, sentence: null, quotes: [] },
    ),
  };
}

/** Every kind of decision; returns the refs of the beliefs that people made. */
async function decide() {
  const hard = await idOf(1);
  await keepSignal(ctx, hard);
  await renameSignal(ctx, hard, 'Importing is hard to set up');
  await rejectQuote(ctx, hard, (await quote('lost a week')).evidenceId);
  const boxed = await promoteTheme(
    ctx,
    (await quote('I count them twice')).themeId,
    'The cash box is counted by hand every night',
  );
  await addQuote(ctx, boxed.signalId, (await likelyQuotes(ctx, boxed.signalId))[0]!.quoteId);
  const weeks = await splitSignal(ctx, hard, {
    sentence: 'The setup of the import takes a week',
    evidenceIds: [(await quote('took me a whole week')).evidenceId],
  });
  const office = await splitSignal(ctx, hard, {
    sentence: 'The setup of the import needs the whole office',
    evidenceIds: [(await quote('for all of us in the office')).evidenceId],
  });
  await mergeSignals(ctx, office.signalId, weeks.signalId);
  const topic = (await ctx.db.find(Theme)).find(({ beliefKey }) => beliefKey === null);
  if (topic) await renameTheme(ctx, topic.themeId, 'Named by Ada');
  return { hard, boxed, weeks, office };
}

describe('what people decided about beliefs', () => {
  it('stays when the same interviews are read again', async () => {
    await decide();
    const decided = await seen();
    expect(decided.map(({ label }) => label)).toContain('Importing is hard to set up');
    await readAgain();
    expect(await seen()).toEqual(decided);
  });

  it('stays when the codebook is imported, even with another statement', async () => {
    await decide();
    const decided = await seen();
    const file = parse(codebookYaml(await exportCodebook(ctx))) as {
      entries: { id: string; statement: string; signals?: string[] }[];
    };
    const changed = file.entries
      .filter(({ signals }) => signals?.length)
      .map(({ signals: _, ...entry }) => ({ ...entry, statement: `${entry.statement} today` }));
    await importCodebook(ctx, stringify({ entries: changed }));
    await rereadTeam(ctx);
    const now = await seen();
    expect(now.filter(({ kept }) => kept)).toEqual(decided.filter(({ kept }) => kept));
    expect(now.map(({ label }) => label)).toContain('People get invoices too late today');
  });

  it('stays when a model reads the same interviews, whatever it says', async () => {
    await decide();
    const decided = await seen();
    server.write = (asked) => agreeable(asked as unknown as Asked);
    const models = createModels({
      ...{ llm: { provider: 'openai-compatible', model: 'fake-1', baseUrl: server.url } },
      retryMs: 1,
    });
    await readAgain({ ...ctx, models });
    const now = await seen();
    for (const one of decided.filter(({ kept, archived }) => kept || archived)) {
      const after = now.find(({ refNumber }) => refNumber === one.refNumber);
      expect(after).toMatchObject({ label: one.label, archived: one.archived, kept: one.kept });
    }
    expect(now.find(({ refNumber }) => refNumber === 1)?.quotes).not.toContainEqual(
      expect.stringContaining('lost a week'),
    );
    for (const words of ['I count them twice', 'took me a whole week', 'for all of us']) {
      const where = (list: typeof now) =>
        list
          .filter(({ quotes }) => quotes.some((said) => said.includes(words)))
          .map(({ refNumber }) => refNumber);
      expect(where(now)).toEqual(where(decided));
    }
  });

  it('holds for what is said later: it goes where people would look for it', async () => {
    const { hard, weeks } = await decide();
    await retireSignal(ctx, weeks.signalId);
    const before = await seen();
    await readTalks(ctx, later);
    await synthesize(ctx, { studyIds });
    const now = await seen();
    expect(now.map(({ refNumber, label, archived }) => [refNumber, label, archived])).toEqual(
      expect.arrayContaining(
        before.map(({ refNumber, label, archived }) => [refNumber, label, archived]),
      ),
    );
    const setup = now.find(({ refNumber }) => refNumber === 1);
    expect(setup?.quotes.join()).toContain('three days');
    expect(setup?.quotes.join()).not.toContain('lost a week');
    expect((await ctx.db.findOne(Signal, { signalId: hard }))?.label).toBe(
      'Importing is hard to set up',
    );
  });

  it('follows two merges, one after the other, and a split that is merged back', async () => {
    const hard = await idOf(1);
    const part = await splitSignal(ctx, hard, {
      sentence: 'The setup of the import takes a week',
      evidenceIds: [(await quote('took me a whole week')).evidenceId],
    });
    await mergeSignals(ctx, hard, part.signalId);
    const other = await promoteTheme(
      ctx,
      (await quote('I count them twice')).themeId,
      'The cash box is counted by hand every night',
    );
    await mergeSignals(ctx, part.signalId, other.signalId);
    const decided = await seen();
    await readAgain();
    expect(await seen()).toEqual(decided);
    await readTalks(ctx, later);
    await synthesize(ctx, { studyIds });
    const all = (await seen()).find(({ refNumber }) => refNumber === other.refNumber);
    expect(all?.quotes.join()).toContain('three days');
  });

  it('holds for topics: a merged one takes what comes later, a renamed one keeps its name', async () => {
    const [one, two] = [await quote('I count them twice'), await quote('lost a week')];
    expect(one.themeId).not.toBe(two.themeId);
    const topics = (await ctx.db.find(Theme)).filter(
      ({ beliefKey, studyId }) => beliefKey === null && studyId === 'st1',
    );
    const [first, second] = topics;
    if (first && second) await mergeThemes(ctx, first.themeId, second.themeId);
    const named = second ?? first!;
    await renameTheme(ctx, named.themeId, 'The cash box');
    const inside = await quotesIn(ctx, [named.themeId]);
    await readAgain();
    expect(await quotesIn(ctx, [named.themeId])).toEqual(inside);
    expect((await ctx.db.findOne(Theme, { themeId: named.themeId }))?.label).toBe('The cash box');
  });

  it('moves with a snapshot into an empty team, where reading the interviews undoes none of it', async () => {
    await decide();
    const decided = await seen();
    let file = '';
    await exportSnapshot(ctx, async (text) => {
      file += text;
    });
    const lines = file.split('\n').slice(0, -1);
    const other = database.context(await database.createTeam());
    await importSnapshot(other, () => lines);
    expect(await seen(other)).toEqual(decided);
    await readAgain(other);
    expect(await seen(other)).toEqual(decided);

    const named = await other.db.find(Theme, { labelByPerson: true });
    expect(named.map(({ label }) => label)).toContain('Named by Ada');
    const again = await exportCodebook(other);
    await importCodebook(
      other,
      stringify({ entries: again.entries.slice(0, 1).map(({ signals: _, ...one }) => one) }),
    );
    await readTalks(other, later);
    await synthesize(other, { studyIds });
    const now = await seen(other);
    const setup = now.find(({ refNumber }) => refNumber === 1);
    expect(setup?.label).toBe('Importing is hard to set up');
    expect(setup?.quotes.join()).toContain('three days');
    expect(now.map(({ refNumber }) => refNumber)).toEqual(
      expect.arrayContaining(decided.map(({ refNumber }) => refNumber)),
    );
  });
});

describe('two decisions at once', () => {
  const outcomes = async (...work: Promise<unknown>[]): Promise<number> =>
    (await Promise.allSettled(work)).filter(({ status }) => status === 'fulfilled').length;

  it('never merge two beliefs into each other', async () => {
    const hard = await idOf(1);
    const part = await splitSignal(ctx, hard, {
      sentence: 'The setup of the import takes a week',
      evidenceIds: [(await quote('took me a whole week')).evidenceId],
    });
    expect(
      await outcomes(
        mergeSignals(ctx, hard, part.signalId),
        mergeSignals(ctx, part.signalId, hard),
      ),
    ).toBe(1);
    const open = (await seen()).filter(({ archived, quotes }) => !archived && quotes.length > 0);
    expect(open.some(({ quotes }) => quotes.join().includes('took me a whole week'))).toBe(true);
  });

  it('found one belief of a theme that two people name, and split a quote once', async () => {
    const { themeId } = await quote('I count them twice');
    const names = ['Coins are counted by hand', 'The cash box is a nuisance'];
    expect(await outcomes(...names.map((name) => promoteTheme(ctx, themeId, name)))).toBe(1);
    const hard = await idOf(1);
    const { evidenceId } = await quote('took me a whole week');
    const split = (sentence: string) =>
      splitSignal(ctx, hard, { sentence, evidenceIds: [evidenceId] });
    expect(await outcomes(split('It takes a week'), split('It takes seven days'))).toBe(1);
  });

  it('and a reading in between leave every decision as it was made', async () => {
    const hard = await idOf(1);
    const { evidenceId } = await quote('lost a week');
    const part = (await quote('took me a whole week')).evidenceId;
    await Promise.all([
      readTalks(ctx, later).then(() => synthesize(ctx, { studyIds })),
      rejectQuote(ctx, hard, evidenceId),
      renameSignal(ctx, hard, 'Importing is hard to set up'),
      splitSignal(ctx, hard, {
        sentence: 'The setup of the import takes a week',
        evidenceIds: [part],
      }),
      keepSignal(ctx, hard),
    ]);
    const [setup, ...others] = await seen();
    expect(setup).toMatchObject({ label: 'Importing is hard to set up', kept: true });
    expect(setup?.quotes.join()).toContain('three days');
    expect(setup?.quotes.join()).not.toMatch(/lost a week|took me a whole week/);
    expect(others.some(({ quotes }) => quotes.join().includes('took me a whole week'))).toBe(true);
  });
});
