import pg from 'pg';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { ExtractedQuote, StoredCodebookEntry } from '../../db/entities/analysis.js';
import { Evidence, Theme } from '../../db/entities/evidence.js';
import { Signal, SignalTheme } from '../../db/entities/signal.js';
import { SourceItem } from '../../db/entities/source-item.js';
import { analyzeSourceItem } from '../../src/analysis/analyze-source-item.js';
import {
  codebookYaml,
  exportCodebook,
  importCodebook,
} from '../../src/analysis/codebook/codebook-file.js';
import { addQuote } from '../../src/analysis/curate/add-quote.js';
import { likelyQuotes } from '../../src/analysis/curate/likely-quotes.js';
import { promoteTheme } from '../../src/analysis/curate/promote-theme.js';
import { rejectQuote } from '../../src/analysis/curate/reject-quote.js';
import { renameSignal, renameTheme } from '../../src/analysis/curate/rename.js';
import { rereadTeam } from '../../src/analysis/read-waiting.js';
import { synthesize } from '../../src/analysis/synthesize.js';
import { listHistory } from '../../src/beliefs/history/history.js';
import { readReadout } from '../../src/beliefs/studies/read-readout.js';
import type { Context } from '../../src/core/context.js';
import { runEngine } from '../../src/engine/run-engine.js';
import { eraseParticipant } from '../../src/interviews/participants/erase-participant.js';
import { useDatabase } from '../support/database.js';
import { boxes, germanTalks, readTalks, type Talk, talks } from './interviews.js';

const database = useDatabase();
let ctx: Context;
const studyIds = ['st1', 'st2'];

beforeEach(async () => {
  ctx = database.context(await database.createTeam());
  await readTalks(ctx, [...talks, ...boxes]);
  await synthesize(ctx, { studyIds });
});

const readAgain = async () => {
  for (const { sourceItemId } of await ctx.db.find(SourceItem)) {
    await analyzeSourceItem(ctx, sourceItemId, { again: true });
  }
  await synthesize(ctx, { studyIds, again: true });
};
const quoteOf = async (said: string): Promise<Evidence | undefined> =>
  (await ctx.db.find(Evidence)).find(({ quote }) => quote.includes(said));
const themeOf = async (said: string): Promise<string | undefined> => {
  const themeId = (await quoteOf(said))?.themeId;
  return themeId && (await ctx.db.findOne(Theme, { themeId }))?.label;
};
const notExamples = async (): Promise<string[]> =>
  (await exportCodebook(ctx)).entries.flatMap(({ examples }) => examples.not);
const setup = async (): Promise<Signal> =>
  (await ctx.db.findOne(Signal, { refNumber: 1 })) as Signal;

describe('a quote that a person takes out of a belief', () => {
  it('stays out, however often interviews are read, and teaches the entry', async () => {
    const before = await setup();
    const quote = (await quoteOf('lost a week'))!;
    await rejectQuote(ctx, before.signalId, quote.evidenceId);
    expect(await themeOf('lost a week')).toBe('Set aside');
    const { participantCount } = await setup();
    expect(participantCount).toBe(before.participantCount - 1);
    expect(await notExamples()).toContain(quote.quote);

    await readAgain();
    expect(await themeOf('lost a week')).toBe('Set aside');
    expect((await setup()).participantCount).toBe(participantCount);
    expect((await listHistory(ctx, { limit: 5 })).map(({ action }) => action)).toEqual([
      'reject_quote',
    ]);
  });

  it('is not counted any more by the sentence on its study', async () => {
    const { signalId } = await setup();
    const { themeId, participantId } = (await quoteOf('two whole days'))!;
    const told = async () => (await ctx.db.findOne(SignalTheme, { signalId, themeId }))?.narrative;
    expect(await told()).toContain('2 people in this study say so');
    for (const one of await ctx.db.find(Evidence, { themeId, participantId, kind: 'evidence' })) {
      await rejectQuote(ctx, signalId, one.evidenceId);
    }
    expect(await told()).toContain('1 person in this study says so');
  });

  it('is no finding: no readout, summary or count has the theme for it', async () => {
    const readout = () => readReadout(ctx, 'st2');
    const before = await readout();
    for (const words of ['lost a week', 'Setting up the import']) {
      await rejectQuote(ctx, (await setup()).signalId, (await quoteOf(words))!.evidenceId);
    }
    await runEngine(ctx, 'changed');
    const after = await readout();
    expect(JSON.stringify(after)).not.toContain('Set aside');
    expect(after.study.themeCount).toBe(after.themes.length);
    expect(after.themes.length).toBeLessThanOrEqual(before.themes.length);
  });

  it('leaves the description of a theme that a person named', async () => {
    const { themeId, quote } = (await quoteOf('I count them twice'))!;
    const { signalId } = await promoteTheme(ctx, themeId, 'The cash box is counted by hand');
    const described = async () => (await ctx.db.findOne(Theme, { themeId }))!;
    const shown = (await described()).description.includes(quote) ? 'I count' : 'my wife';
    const rejected = (await quoteOf(shown))!;
    await rejectQuote(ctx, signalId, rejected.evidenceId);
    expect(await described()).toMatchObject({
      ...{ label: 'The cash box is counted by hand', labelByPerson: true },
      description: expect.not.stringContaining(shown) as string,
    });
    expect((await described()).description).toContain('Counting the coins');
  });

  it('stays out if it is read with other boundaries', async () => {
    const quote = (await quoteOf('lost a week'))!;
    const { signalId } = await setup();
    await rejectQuote(ctx, signalId, quote.evidenceId);
    const [item] = await ctx.db.find(
      SourceItem,
      { sourceItemId: quote.sourceItemId },
      { select: { sourceItemId: true, transcript: true } },
    );
    const transcript = item!.transcript!.map(({ text, ...turn }) => ({
      ...turn,
      text: text.replace(', I lost a week on it.', '.'),
    }));
    await ctx.db.update(SourceItem, { sourceItemId: item!.sourceItemId }, { transcript });
    await readAgain();
    const shorter = await ctx.db.find(ExtractedQuote, { sourceItemId: item!.sourceItemId });
    expect(shorter.map((one) => one.quote)).toContain(
      'The setup of the import was slow and painful.',
    );
    const themes = await ctx.db.find(Theme, { beliefKey: (await setup()).beliefKey! });
    expect(themes.map(({ themeId }) => themeId)).not.toContain(
      (await quoteOf('slow and painful'))?.themeId,
    );
  });

  it('is rejected once, and only if it is there', async () => {
    const { evidenceId } = (await quoteOf('lost a week'))!;
    const { signalId } = await setup();
    await rejectQuote(ctx, signalId, evidenceId);
    await rejectQuote(ctx, signalId, evidenceId);
    expect(await listHistory(ctx, { limit: 5 })).toHaveLength(1);
    await expect(rejectQuote(ctx, signalId, 'nothing')).rejects.toThrow(
      'SIG-1 has no quote "nothing".',
    );
    const other = database.context(await database.createTeam());
    await expect(rejectQuote(other, signalId, evidenceId)).rejects.toThrow('There is no signal');
  });

  it('can be moved to another belief, or back, and the latest decision holds', async () => {
    const { signalId } = await setup();
    const before = await setup();
    const { evidenceId, quote } = (await quoteOf('lost a week'))!;
    const { themeId } = (await quoteOf('I count them twice'))!;
    const other = await promoteTheme(ctx, themeId, 'Work of this kind costs a whole week');
    await rejectQuote(ctx, signalId, evidenceId);
    await addQuote(ctx, other.signalId, evidenceId);
    expect(await themeOf('lost a week')).toBe('Work of this kind costs a whole week');
    expect(await ctx.db.find(Theme, { label: 'Set aside' })).toEqual([]);
    await readAgain();
    expect(await themeOf('lost a week')).toBe('Work of this kind costs a whole week');
    expect(await notExamples()).toContain(quote);

    await rejectQuote(ctx, other.signalId, evidenceId);
    await addQuote(ctx, signalId, evidenceId);
    expect(await setup()).toMatchObject({ participantCount: before.participantCount });
    const { entries } = await exportCodebook(ctx);
    const taught = entries.filter(({ examples }) => examples.not.includes(quote));
    expect(taught.map(({ id }) => id)).toEqual([other.entryId]);
    await readAgain();
    expect(await setup()).toMatchObject({ participantCount: before.participantCount });
    await rejectQuote(ctx, signalId, evidenceId);
    expect(await themeOf('lost a week')).toBe('Set aside');
  });

  it('is an example in the codebook, which an import leaves as it is and an erasure empties', async () => {
    const { evidenceId, participantId, quote } = (await quoteOf('lost a week'))!;
    await rejectQuote(ctx, (await setup()).signalId, evidenceId);
    const yaml = codebookYaml(await exportCodebook(ctx));
    expect(await importCodebook(ctx, yaml)).toMatchObject({ changed: 0, retired: 0 });
    const edited = parse(yaml) as { entries: { examples: { not: string[] }; counts: string }[] };
    const entry = edited.entries.find(({ examples }) => examples.not.includes(quote))!;
    entry.counts = 'Setting it up takes days.';
    expect(await importCodebook(ctx, stringify(edited))).toMatchObject({ changed: 1 });
    expect(await notExamples()).toContain(quote);
    await eraseParticipant(ctx, participantId);
    expect(JSON.stringify(await exportCodebook(ctx))).not.toContain('lost a week');
  });
});

describe('the import of a codebook', () => {
  const statementsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    try {
      await work();
      return query.mock.calls.length;
    } finally {
      query.mockRestore();
    }
  };

  it('takes a few statements, however many entries changed, and puts built-in ones back', async () => {
    const { entries: builtIn } = await exportCodebook(ctx);
    const edited = builtIn.map((entry) => ({ ...entry, counts: `${entry.counts} Edited.` }));
    const one = await statementsOf(() => importCodebook(ctx, stringify({ entries: [edited[0]] })));
    const all = await statementsOf(() => importCodebook(ctx, stringify({ entries: edited })));
    expect(all).toBeLessThan(one + 20);
    expect(await exportCodebook(ctx)).toEqual({ entries: edited });
    const [signal] = await ctx.db.find(Signal, { refNumber: 1 });
    expect(signal?.description).toMatch(/ Edited\.$/);

    await importCodebook(ctx, stringify({ entries: [...edited, ...builtIn] }));
    expect(await exportCodebook(ctx)).toEqual({ entries: builtIn });
    expect(await ctx.db.find(StoredCodebookEntry)).toEqual([]);
  });
});

describe('a theme that a person names', () => {
  const named = async () => {
    const { themeId } = (await quoteOf('I count them twice'))!;
    return promoteTheme(ctx, themeId, 'The cash box is counted by hand every night');
  };

  it('finds quotes of all studies that are likely to support it, and nothing else', async () => {
    const { signalId } = await named();
    const likely = await likelyQuotes(ctx, signalId);
    expect(likely.map(({ quote }) => quote)).toEqual([boxes[2]!.answers[0]]);
  });

  it('finds quotes that wait for company, which count once a person accepts them', async () => {
    await readTalks(
      ctx,
      germanTalks.map((talk) => ({ ...talk, study: 'st3' })),
    );
    await synthesize(ctx, { studyIds: ['st3'] });
    const receipts = 'Jeden Beleg fotografiere ich im Auto';
    const { themeId } = (await quoteOf('I count them twice'))!;
    const { signalId } = await promoteTheme(ctx, themeId, receipts);
    const [one] = await likelyQuotes(ctx, signalId);
    expect(one?.quote).toContain('jeden Beleg noch im Auto');
    const waiting = await ctx.db.findOne(ExtractedQuote, { quoteId: one!.quoteId });
    expect(waiting).toMatchObject({ themeId: null });
    await addQuote(ctx, signalId, one!.quoteId);
    const counts = { participantCount: 3, studyCount: 2 };
    expect(await ctx.db.findOne(Signal, { signalId })).toMatchObject(counts);
    await synthesize(ctx, { studyIds: ['st3'], again: true });
    expect(await ctx.db.findOne(Signal, { signalId })).toMatchObject(counts);
  });

  it('counts a likely quote for good once a person accepts it', async () => {
    const { signalId } = await named();
    const [one] = await likelyQuotes(ctx, signalId);
    await addQuote(ctx, signalId, one!.quoteId);
    const counts = { participantCount: 3, studyCount: 2 };
    expect(await ctx.db.findOne(Signal, { signalId })).toMatchObject(counts);
    await readAgain();
    expect(await ctx.db.findOne(Signal, { signalId })).toMatchObject(counts);
    expect(await likelyQuotes(ctx, signalId)).toEqual([]);
    await expect(addQuote(ctx, signalId, one!.quoteId)).rejects.toThrow(
      'already belongs to a belief',
    );
  });

  it('is renamed with its belief everywhere, except a theme that a person named otherwise', async () => {
    const { signalId, entryId } = await named();
    await addQuote(ctx, signalId, (await likelyQuotes(ctx, signalId))[0]!.quoteId);
    await renameSignal(ctx, signalId, 'People count the cash box at night');
    const labels = async () =>
      (await ctx.db.find(Theme, { beliefKey: entryId })).map(({ label }) => label);
    expect(await labels()).toEqual(Array(2).fill('People count the cash box at night'));
    const { entries } = await exportCodebook(ctx);
    expect(entries.find(({ id }) => id === entryId)).toMatchObject({
      statement: 'People count the cash box at night',
    });
    await renameTheme(ctx, (await quoteOf('coin by coin'))!.themeId, 'Locking the door');
    await renameSignal(ctx, signalId, 'Shops count their cash box');
    expect((await labels()).sort()).toEqual(['Locking the door', 'Shops count their cash box']);
  });

  it('does not propose a quote that a person refused', async () => {
    const { signalId, entryId } = await named();
    const [one] = await likelyQuotes(ctx, signalId);
    await rejectQuote(ctx, signalId, one!.quoteId);
    expect(await likelyQuotes(ctx, signalId)).toEqual([]);
    const { entries } = await exportCodebook(ctx);
    expect(entries.find(({ id }) => id === entryId)?.examples.not).toEqual([one!.quote]);
  });

  it('keeps what a person put there when its entry finds some of it, and more elsewhere', async () => {
    const { signalId, entryId } = await named();
    await addQuote(ctx, signalId, (await likelyQuotes(ctx, signalId))[0]!.quoteId);
    const { entries } = await exportCodebook(ctx);
    const { signals: _, ...own } = entries.find(({ id }) => id === entryId)!;
    await importCodebook(ctx, stringify({ entries: [{ ...own, says: 'counting the coins' }] }));
    const more: Talk = {
      ...{ id: 'b4', study: 'st1', person: 'Piet' },
      answers: ['Counting the coins takes half an hour every single evening in our shop.'],
    };
    await readTalks(ctx, [more]);
    await rereadTeam(ctx);
    expect(await ctx.db.findOne(Signal, { signalId })).toMatchObject({
      ...{ participantCount: 4, studyCount: 2, quoteCount: 4 },
    });
  });
});
