import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ExtractedQuote } from '../../db/entities/analysis.js';
import { Evidence } from '../../db/entities/evidence.js';
import { Signal, SignalTheme } from '../../db/entities/signal.js';
import { SourceItem } from '../../db/entities/source-item.js';
import { createModels } from '../../integrations/models/index.js';
import { analyzeSourceItem } from '../../src/analysis/analyze-source-item.js';
import { exportCodebook } from '../../src/analysis/codebook/codebook-file.js';
import { keepSignal } from '../../src/analysis/curate/merge-signals.js';
import { rejectQuote } from '../../src/analysis/curate/reject-quote.js';
import { findBeliefs } from '../../src/analysis/model/finding/find-beliefs.js';
import { findMore } from '../../src/analysis/model/finding/find-more.js';
import type { Row } from '../../src/analysis/model/finding/material.js';
import { rateBeliefs } from '../../src/analysis/model/judging/rate-beliefs.js';
import { worthDoing } from '../../src/analysis/model/writing/rate-recommendations.js';
import { writeRecommendations } from '../../src/analysis/model/writing/write-recommendations.js';
import type { SaidRow } from '../../src/analysis/queries/model.js';
import { synthesize } from '../../src/analysis/synthesize.js';
import type { Context } from '../../src/core/context.js';
import { eraseParticipant } from '../../src/interviews/participants/erase-participant.js';
import { readTalks, turnsOf } from '../analysis/interviews.js';
import { useDatabase } from '../support/database.js';
import { FakeModelServer } from './fake-model-server.js';
import {
  type Asked,
  answerAsRecorded,
  BELIEFS,
  foundIn,
  parcelTalks,
  recommendedIn,
  SOUND,
} from './recorded-study.js';

const database = useDatabase();
const server = new FakeModelServer();
beforeAll(() => server.start());
afterEach(() => server.reset());
afterAll(() => server.stop());

const { FLAT, LIST, MESSAGE } = BELIEFS;
const study = { studyIds: ['parcels'] };
const VANISH = 'Parcels vanish from the app after some days, so I keep my own list in a notebook.';
const newTeam = async (more: { contextTokens?: number } = {}): Promise<Context> =>
  database.context(await database.createTeam(), {
    models: createModels({
      llm: { provider: 'openai-compatible', model: 'fake-1', baseUrl: server.url, ...more },
      retryMs: 1,
    }),
  });

/** The questions of these steps, in which the model is told what to answer. */
interface Told {
  /** Words heard in a talk that is read again. */
  heard?: readonly [belief: string, is: 'for' | 'against', quote: string][];
  /** The beliefs that a claim speaks against, by the beginning of the claim. */
  against?: Record<string, readonly string[]>;
  /** The beliefs that a claim speaks for, by the beginning of the claim. */
  agree?: Record<string, readonly string[]>;
  /** Verdicts by sentence and beginning of the quote, before the recorded ones. */
  pairs?: Record<string, string>;
  /** The sentence of the list, or of those held, that a sentence repeats. */
  repeats?: Record<string, string>;
  /** Better sentences, by the sentence that they replace. */
  better?: Record<string, string>;
  /** Chances that a sentence is repeated; null for no answer. */
  chances?: Record<string, number | null>;
  /** The faults of sentences. */
  faults?: Record<string, string>;
  /** Beliefs found when the first list was judged, with words of their claims. */
  more?: Record<string, readonly string[]>;
  /** Answers on recommendations, by the belief that they follow from; null for none. */
  advice?: Record<string, Partial<typeof SOUND> | null>;
}

type Quoted = [n: number, person: number, quote: string];

const numberOf = (list: unknown[], sentence: string): number =>
  list.findIndex((one) => (one as [number, string])[1] === sentence);

/** Answers as recorded, except to what the test tells. No claim is coded against a belief while it is compared. */
function answers(told: Told): void {
  const { against = {}, agree = {}, pairs = {}, repeats = {}, chances = {} } = told;
  const { advice = {}, better = {}, faults = {}, more = {} } = told;
  server.write = (material) => {
    const asked = material as unknown as Asked;
    const { beliefs = [], held, claims, turns, study: aim } = asked;
    const recommended = recommendedIn(asked);
    if (asked.struck) return { beliefs: foundIn(claims ?? [], more) };
    if (aim && asked.beliefs) return answerAsRecorded(asked);
    if (recommended) {
      return {
        chances: recommended.flatMap(({ n, belief }) =>
          advice[belief] === null ? [] : [{ n, ...SOUND, ...advice[belief] }],
        ),
      };
    }
    if (turns && asked.beliefs) {
      return {
        nothing: [],
        heard: (told.heard ?? []).flatMap(([belief, is, quote]) =>
          turns
            .filter(([, , text]) => text.includes(quote.slice(0, 20)))
            .map(([turn]) => ({ belief: numberOf(beliefs, belief), is, turn, quote })),
        ),
      };
    }
    if (asked.pairs) {
      const recorded = answerAsRecorded(asked) as { answers: { n: number; is: string }[] };
      return {
        answers: recorded.answers.map(({ n, is }) => {
          const { sentence, quote } = asked.pairs?.find((pair) => pair.n === n) ?? asked.pairs![0]!;
          const told = Object.entries(pairs).find(([pair]) => {
            const [statement, start] = pair.split(' | ') as [string, string];
            return sentence === statement && quote.startsWith(start);
          });
          return { n, is: told?.[1] ?? is };
        }),
      };
    }
    if (asked.list) {
      const recorded = answerAsRecorded(asked) as { chances: { n: number; chance: number }[] };
      const all = [...asked.list, ...(held ?? [])];
      return {
        chances: recorded.chances.flatMap((one) => {
          const sentence = asked.list![one.n]![1];
          const chance = chances[sentence];
          const other = numberOf(all, repeats[sentence] ?? '');
          const judged = {
            ...{ ...one, better: better[sentence] ?? null, fault: faults[sentence] ?? 'none' },
            repeats: other < 0 ? null : other,
          };
          return chance === null ? [] : [{ ...judged, chance: chance ?? one.chance }];
        }),
      };
    }
    if (!claims || beliefs.length === 0) return answerAsRecorded(asked);
    if (claims.some((claim) => Array.isArray(claim.at(2)))) {
      return { answers: claims.map(([n]) => ({ n, belief: null, is: 'new' })) };
    }
    const named = (told: Record<string, readonly string[]>, sentence: string) =>
      claims.flatMap(([n, _person, claim]) =>
        Object.entries(told).some(
          ([start, sentences]) => String(claim).startsWith(start) && sentences.includes(sentence),
        )
          ? [n]
          : [],
      );
    return {
      heard: (beliefs as [number, string][]).map(([belief, sentence]) => ({
        ...{ belief, for: named(agree, sentence), against: named(against, sentence) },
      })),
    };
  };
}

async function beliefsOf(ctx: Context) {
  const signals = await ctx.db.find(Signal, {}, { order: { label: 'ASC' } });
  return signals.map(({ label, participantCount, counterParticipantCount }) => ({
    ...{ label, for: participantCount, against: counterParticipantCount },
  }));
}

/** The finished list's reader writes this sentence in place of MESSAGE; call it after `answers`. */
function mendsAtTheEnd(sharper: string): void {
  const { write } = server;
  let lists = 0;
  server.write = (material) => {
    const answer = write(material) as { chances?: { n: number }[] };
    const { list, made } = material as unknown as Asked;
    if (!list || made || ++lists !== 2) return answer;
    const at = numberOf(list, MESSAGE);
    return {
      chances: answer.chances?.map((one) => (one.n === at ? { ...one, better: sharper } : one)),
    };
  };
}

const againstIn = async (ctx: Context): Promise<string[]> =>
  (await ctx.db.find(Evidence, { kind: 'counterEvidence' })).map(({ quote }) => quote).sort();

async function readParcels(ctx: Context, talks = parcelTalks): Promise<void> {
  await readTalks(ctx, talks);
  await synthesize(ctx, study);
}

const NOTHING = 'I never write anything down; the app remembers all I need.';

describe('what else is said about a belief', () => {
  const readAgain = (): number =>
    server.requests.filter(({ body }) =>
      JSON.stringify(body).includes('You read a user-research interview for the second time'),
    ).length;
  const PAY = 'I would pay for a text message when the driver is near, since I always miss him.';

  it('is heard when the talks are read again, once; a quote against it counts if a check found so', async () => {
    const ctx = await newTeam();
    answers({ heard: [[LIST, 'against', NOTHING]] });
    await readParcels(ctx);
    expect(await beliefsOf(ctx)).toEqual([
      { label: LIST, for: 2, against: 1 },
      { label: MESSAGE, for: 2, against: 0 },
    ]);
    expect(await againstIn(ctx)).toEqual([NOTHING]);
    expect(readAgain()).toBe(4);
    await synthesize(ctx, { ...study, again: true });
    expect(readAgain()).toBe(4);
    expect(await againstIn(ctx)).toEqual([NOTHING]);
  });

  it('is a quote of its own if nothing was claimed by its words; they stand in the transcript', async () => {
    const ctx = await newTeam();
    const once = 'The map is pretty.';
    answers({
      heard: [
        [LIST, 'against', once],
        [LIST, 'against', 'The map is pretty and enough.'],
        [MESSAGE, 'for', 'A message before the driver comes, said the interviewer.'],
      ],
      pairs: { [`${LIST} | The map`]: 'contradicts' },
    });
    await readParcels(ctx);
    expect(await againstIn(ctx)).toEqual([once]);
    const quote = (await ctx.db.findOne(ExtractedQuote, { quote: once }))!;
    const { text } = turnsOf(parcelTalks[0]!.answers)[quote.turn!]!;
    expect(text.slice(quote.startChar!, quote.endChar!)).toBe(once);

    await analyzeSourceItem(ctx, 'r1', { again: true });
    await synthesize(ctx, { ...study, again: true });
    expect(await againstIn(ctx)).toEqual([once]);
    await eraseParticipant(ctx, 'Ines Marsh');
    expect(await againstIn(ctx)).toEqual([]);
    expect(await ctx.db.find(ExtractedQuote, { quote: once })).toEqual([]);
  });

  it('is not stored if the talk was corrected in the meantime', async () => {
    const ctx = await newTeam();
    const once = 'The map is pretty.';
    answers({
      heard: [
        [LIST, 'against', once],
        [LIST, 'against', NOTHING],
      ],
      pairs: { [`${LIST} | The map`]: 'contradicts' },
    });
    const { write } = server;
    let corrected = 0;
    server.write = async (material) => {
      // the last question before all is stored
      if (recommendedIn(material as unknown as Asked)) {
        const transcript = turnsOf(parcelTalks[0]!.answers).map(({ speaker, text }) => ({
          speaker,
          text: text.replace(once, 'The map is ugly.'),
        }));
        await ctx.db.update(SourceItem, { sourceItemId: 'r1' }, { transcript });
        corrected++;
      }
      return write(material);
    };
    await readParcels(ctx);
    expect(corrected).toBeGreaterThan(0);
    expect(await ctx.db.find(ExtractedQuote, { quote: once })).toEqual([]);
    expect(await againstIn(ctx)).toEqual([NOTHING]);
  });

  it('does not count if the check finds that its quote does not say so', async () => {
    const ctx = await newTeam();
    answers({ heard: [[MESSAGE, 'against', 'The app is all right.']] });
    await readParcels(ctx);
    expect(await againstIn(ctx)).toEqual([]);
  });

  it('may be further people who hold it', async () => {
    const ctx = await newTeam();
    answers({
      heard: [[MESSAGE, 'for', VANISH]],
      pairs: { [`${MESSAGE} | Parcels vanish`]: 'supports' },
    });
    await readParcels(ctx);
    expect(await beliefsOf(ctx)).toEqual([
      { label: LIST, for: 2, against: 0 },
      { label: MESSAGE, for: 3, against: 0 },
    ]);
    const quotes = await ctx.db.find(Evidence, { quote: VANISH });
    expect(quotes.map(({ kind }) => kind)).toEqual(['evidence', 'evidence']);
  });

  it('counts from a person who supports the belief elsewhere, too', async () => {
    const ctx = await newTeam();
    answers({
      heard: [[LIST, 'against', PAY]],
      pairs: { [`${LIST} | I would pay`]: 'contradicts' },
    });
    await readParcels(ctx);
    expect(await againstIn(ctx)).toEqual([PAY]);
  });

  it('may be what supports another belief; it is then a quote of both, word for word', async () => {
    const ctx = await newTeam();
    answers({
      heard: [[MESSAGE, 'against', VANISH]],
      pairs: { [`${MESSAGE} | Parcels vanish`]: 'contradicts' },
    });
    await readParcels(ctx);
    expect(await beliefsOf(ctx)).toEqual([
      { label: LIST, for: 2, against: 0 },
      { label: MESSAGE, for: 2, against: 1 },
    ]);
    const quotes = await ctx.db.find(Evidence, { quote: VANISH });
    expect(quotes.map(({ kind }) => kind).sort()).toEqual(['counterEvidence', 'evidence']);
    expect(turnsOf(parcelTalks[1]!.answers).some(({ text }) => text.includes(VANISH))).toBe(true);

    await analyzeSourceItem(ctx, 'r2', { again: true });
    await synthesize(ctx, { ...study, again: true });
    expect(await againstIn(ctx)).toEqual([VANISH]);
    await eraseParticipant(ctx, 'Tomas Brandt');
    expect(await againstIn(ctx)).toEqual([]);
  });

  it('is heard in later talks for beliefs held already, and stays away once a person rejected it', async () => {
    const ctx = await newTeam();
    answers({ heard: [[LIST, 'against', NOTHING]] });
    await readParcels(ctx, parcelTalks.slice(0, 2));
    expect(await againstIn(ctx)).toEqual([]);
    await readParcels(ctx, parcelTalks.slice(2));
    expect(await againstIn(ctx)).toEqual([NOTHING]);
    expect(readAgain()).toBe(4);
    const { signalId } = (await ctx.db.findOne(Signal, { label: LIST }))!;
    const { evidenceId } = (await ctx.db.findOne(Evidence, { quote: NOTHING }))!;
    await rejectQuote(ctx, signalId, evidenceId);
    await synthesize(ctx, { ...study, again: true });
    expect((await ctx.db.findOne(Signal, { label: LIST }))?.counterParticipantCount).toBe(0);
  });

  it('is searched among the claims of earlier talks for a belief that later ones found', async () => {
    const ctx = await newTeam();
    answers({
      agree: { 'People keep a list of parcels in a notebook': [MESSAGE] },
      against: { 'People copy tracking numbers': [MESSAGE] },
      pairs: {
        [`${MESSAGE} | Parcels vanish`]: 'supports',
        [`${MESSAGE} | I copy`]: 'contradicts',
      },
    });
    await readParcels(ctx, parcelTalks.slice(0, 2));
    await readParcels(ctx, parcelTalks.slice(2));
    expect(await beliefsOf(ctx)).toEqual([
      { label: LIST, for: 2, against: 0 },
      { label: MESSAGE, for: 3, against: 1 },
    ]);
  });
});

/** The titles of the recommendations of both beliefs; undefined for one that is not made. */
const soOf = async (ctx: Context) =>
  (await exportCodebook(ctx)).entries
    .filter(({ statement }) => statement === LIST || statement === MESSAGE)
    .map(({ so }) => so?.title);

describe('a recommendation', () => {
  it('stays if nothing that people said opposes it', async () => {
    const ctx = await newTeam();
    answers({});
    await readParcels(ctx);
    const title = 'Keep parcels in the list for a year';
    expect(await soOf(ctx)).toEqual([title, title]);
  });

  it.each([
    ['the team would rather not build it', { chance: 59 }],
    ['the model says nothing of it', null],
  ])('is not made if %s; its belief stays', async (_, answer) => {
    const ctx = await newTeam();
    answers({ advice: { [LIST]: answer } });
    await readParcels(ctx);
    expect(await soOf(ctx)).toEqual(expect.arrayContaining([undefined, expect.any(String)]));
    expect(await beliefsOf(ctx)).toHaveLength(2);
  });

  it('is written and judged with what people say for the belief, and nearby', async () => {
    const ctx = await newTeam();
    answers({});
    const { write } = server;
    const shown: string[] = [];
    server.write = (material) => {
      const { study: aim, made, beliefs } = material as unknown as Asked;
      if (aim) expect(aim).toEqual(['parcels']);
      if ((aim && beliefs) || made) shown.push(JSON.stringify(material));
      return write(material);
    };
    await readParcels(ctx);
    expect(shown).toHaveLength(2);
    for (const one of shown) {
      expect(one).toContain('I keep my own list in a notebook');
      expect(one).toContain('I looked at the list of parcels once');
    }
  });

  it('shows a person under one number in all beliefs, when it is written and when it is judged', async () => {
    const ctx = await newTeam();
    answers({});
    const { write } = server;
    const numbers: Set<unknown>[] = [];
    server.write = (material) => {
      const { study: aim, made, beliefs, list } = material as unknown as Asked;
      if ((aim && beliefs) || made) {
        const shown = (made ? list : beliefs) as { for: Quoted[]; others: Quoted[] }[];
        const quotes = shown.flatMap((one) => [...one.for, ...one.others]);
        const byInes = quotes.filter(([, , quote]) => /^I copy every|^I would pay/.test(quote));
        numbers.push(new Set(byInes.map(([, person]) => person)));
        expect(shown.length * byInes.length).toBeGreaterThan(3);
      }
      return write(material);
    };
    await readParcels(ctx);
    expect(numbers.map(({ size }) => size)).toEqual([1, 1]);
  });
});

describe('a recommendation that does what another does', () => {
  /** Which recommendations are made: that of the list, and that of the message. */
  const madeIf = async (advice: Told['advice']): Promise<boolean[]> => {
    const ctx = await newTeam();
    answers({ advice });
    await readParcels(ctx);
    const { entries } = await exportCodebook(ctx);
    return [LIST, MESSAGE].map((one) =>
      entries.some(({ statement, so }) => statement === one && so !== undefined),
    );
  };

  it('is not made', async () => {
    expect(await madeIf({ [LIST]: { repeats: 1 } })).toEqual([false, true]);
    expect(await madeIf({ [MESSAGE]: { repeats: 0 } })).toEqual([true, false]);
  });

  it('is made if the other is not', async () => {
    expect(await madeIf({ [LIST]: { repeats: 1 }, [MESSAGE]: { chance: 20 } })).toEqual([
      true,
      false,
    ]);
  });

  it('is not made if one of an earlier study does the same', async () => {
    const ctx = await newTeam();
    answers({});
    await readParcels(ctx, parcelTalks.slice(0, 2));
    const made: unknown[] = [];
    answers({ advice: { [MESSAGE]: { repeats: 1 } } });
    const { write } = server;
    server.write = (material) => {
      made.push(...((material as unknown as Asked).made ?? []));
      return write(material);
    };
    await readParcels(ctx, parcelTalks.slice(2));
    expect(made).toEqual([[1, expect.stringMatching(/^Keep parcels in the list for a year\. /)]]);
    const { entries } = await exportCodebook(ctx);
    const madeOf = (one: string) => entries.find(({ statement }) => statement === one)?.so;
    expect([madeOf(LIST), madeOf(MESSAGE)]).toEqual([expect.anything(), undefined]);
  });

  it('is made if each repeats the other and it is the likelier', async () => {
    const both = { [LIST]: { repeats: 1, chance: 70 }, [MESSAGE]: { repeats: 0, chance: 90 } };
    expect(await madeIf(both)).toEqual([false, true]);
  });
});

describe('the list of beliefs', () => {
  it('has two beliefs of the same claims if quotes bear out both, and each once', async () => {
    const ctx = await newTeam();
    const second = 'People do not rely on the app to remember parcels';
    answers({
      pairs: { [`${second} | I copy`]: 'supports', [`${second} | Parcels vanish`]: 'supports' },
    });
    const { write } = server;
    server.write = (material) => {
      const answer = write(material) as { beliefs?: { statement: string }[] };
      const list = answer.beliefs?.find(({ statement }) => statement === LIST);
      return list
        ? { ...answer, beliefs: [...answer.beliefs!, { ...list, statement: second }] }
        : answer;
    };
    await readParcels(ctx);
    const expected = [
      { label: second, for: 2, against: 0 },
      { label: LIST, for: 2, against: 0 },
      { label: MESSAGE, for: 2, against: 0 },
    ];
    expect(await beliefsOf(ctx)).toEqual(expected);
    const quotes = (await ctx.db.find(ExtractedQuote)).map(({ quote, entryId }) => quote + entryId);
    expect(new Set(quotes).size).toBe(quotes.length);
    await analyzeSourceItem(ctx, 'r1', { again: true });
    await synthesize(ctx, { ...study, again: true });
    expect(await beliefsOf(ctx)).toEqual(expected);
  });

  it.each([
    ['compared with it', true],
    ['found to state it', false],
  ])('counts the words of a claim once, also if the claim is later %s', async (_, compared) => {
    const ctx = await newTeam();
    const second = 'People do not rely on the app to remember parcels';
    const both = { [`${second} | I copy`]: 'supports', [`${second} | Parcels vanish`]: 'supports' };
    answers({ pairs: both, chances: { [second]: 20 } });
    const { write } = server;
    let isFirst = true;
    server.write = (material) => {
      const asked = material as unknown as Asked;
      const compares = asked.claims?.some((claim) => Array.isArray(claim.at(2))) ?? false;
      if (compares && asked.beliefs) {
        const list = numberOf(asked.beliefs, LIST);
        return {
          answers: asked.claims?.map(([n, claim]) =>
            compared && /spreadsheet|notebook/.test(String(claim))
              ? { n, belief: list, is: 'supports' }
              : { n, belief: null, is: 'new' },
          ),
        };
      }
      const answer = write(material) as { beliefs?: { statement: string }[] };
      const list = answer.beliefs?.find(({ statement }) => statement === LIST);
      return list && isFirst
        ? { ...answer, beliefs: [...answer.beliefs!, { ...list, statement: second }] }
        : answer;
    };
    await readParcels(ctx, parcelTalks.slice(0, 2));
    expect(await beliefsOf(ctx)).toEqual([{ label: LIST, for: 2, against: 0 }]);
    isFirst = false;
    await readParcels(ctx, parcelTalks.slice(2));
    const { signalId } = (await ctx.db.findOne(Signal, { label: LIST }))!;
    const themes = await ctx.db.find(SignalTheme, { signalId });
    const counted = await ctx.db.find(Evidence, { themeId: themes[0]!.themeId, kind: 'evidence' });
    expect(counted.map(({ quote }) => quote.slice(0, 10)).sort()).toEqual([
      'I copy eve',
      'Parcels va',
    ]);
  });

  it.each([20, 80])(
    'has doubles joined, of a chance of %i as well; the people of both count if their quotes say it',
    async (chance) => {
      const ctx = await newTeam();
      answers({
        repeats: { [MESSAGE]: LIST },
        chances: { [MESSAGE]: chance },
        pairs: { [`${LIST} | A message`]: 'supports' },
      });
      await readParcels(ctx);
      expect(await beliefsOf(ctx)).toEqual([{ label: LIST, for: 3, against: 0 }]);
    },
  );

  it('keeps a double of what nobody would repeat', async () => {
    const ctx = await newTeam();
    answers({ repeats: { [MESSAGE]: LIST }, chances: { [LIST]: 44 } });
    await readParcels(ctx);
    expect(await beliefsOf(ctx)).toEqual([{ label: MESSAGE, for: 2, against: 0 }]);
  });

  it('loses what nobody would repeat, and keeps what the model forgot to judge', async () => {
    const ctx = await newTeam();
    answers({ chances: { [MESSAGE]: 44, [LIST]: 45 } });
    await readParcels(ctx);
    expect(await beliefsOf(ctx)).toEqual([{ label: LIST, for: 2, against: 0 }]);
    const other = await newTeam();
    answers({ chances: { [MESSAGE]: null, [LIST]: 20 } });
    await readParcels(other);
    expect(await beliefsOf(other)).toEqual([{ label: MESSAGE, for: 2, against: 0 }]);
  });

  it('has what tells a team little said in a sharper sentence, if that tells more', async () => {
    const sharper = 'People want a message before the driver comes so that they need not wait';
    const ifLikely = async (chance: number): Promise<string[]> => {
      const ctx = await newTeam();
      answers({
        chances: { [MESSAGE]: 44, [sharper]: chance },
        better: { [MESSAGE]: sharper },
        pairs: { [`${sharper} | I would`]: 'supports', [`${sharper} | A message`]: 'supports' },
      });
      await readParcels(ctx);
      return (await beliefsOf(ctx)).map(({ label }) => label);
    };
    expect(await ifLikely(45)).toEqual([LIST, sharper]);
    expect(await ifLikely(44)).toEqual([LIST]);
  });

  it('takes a sharper sentence in place of the first if quotes bear it out, and only then', async () => {
    const sharper = 'People want a message before the driver comes so that they need not wait';
    const bearsOut = async (verdict: string): Promise<string[]> => {
      const ctx = await newTeam();
      answers({
        better: { [MESSAGE]: sharper, [LIST]: 'People keep lists' },
        repeats: { [MESSAGE]: sharper },
        pairs: { [`${sharper} | I would`]: verdict, [`${sharper} | A message`]: 'supports' },
      });
      await readParcels(ctx);
      return (await beliefsOf(ctx)).map(({ label }) => label);
    };
    expect(await bearsOut('supports')).toEqual([LIST, sharper]);
    expect(await bearsOut('neither')).toEqual([LIST, MESSAGE]);
  });

  it('gives way to the better sentence that was written for it, also if its reader misses that they say the same', async () => {
    const sharper = 'People want a message before the driver comes so that they need not wait';
    const ifLikely = async (chance: number): Promise<string[]> => {
      const ctx = await newTeam();
      answers({
        better: { [MESSAGE]: sharper, [LIST]: LIST },
        chances: { [sharper]: chance },
        pairs: { [`${sharper} | I would`]: 'supports', [`${sharper} | A message`]: 'supports' },
      });
      await readParcels(ctx);
      return (await beliefsOf(ctx)).map(({ label }) => label);
    };
    expect(await ifLikely(80)).toEqual([LIST, sharper]);
    expect(await ifLikely(79)).toEqual([LIST, MESSAGE, sharper]);
  });

  it('takes what repeats it along to the better sentence', async () => {
    const sharper = 'People write down all parcels since the app forgets them';
    const ctx = await newTeam();
    answers({
      better: { [LIST]: sharper },
      repeats: { [MESSAGE]: LIST },
      pairs: {
        [`${sharper} | I copy`]: 'supports',
        [`${sharper} | Parcels`]: 'supports',
        [`${sharper} | I would`]: 'supports',
        [`${sharper} | A message`]: 'supports',
      },
    });
    await readParcels(ctx);
    expect(await beliefsOf(ctx)).toEqual([{ label: sharper, for: 3, against: 0 }]);
  });

  it('is mended once more at the end, if quotes bear that out and a reader finds it no worse', async () => {
    const sharper = 'People want a message before the driver comes because the app forgets parcels';
    const ended = async (
      chance: number,
      verdict = 'supports',
      ofList = 80,
      ofMessage = 80,
      faults: Record<string, string> = {},
    ) => {
      const ctx = await newTeam();
      answers({
        heard: [[MESSAGE, 'against', NOTHING]],
        faults,
        chances: { [sharper]: chance, [LIST]: ofList, [MESSAGE]: ofMessage },
        repeats: ofList < 80 ? { [sharper]: LIST } : {},
        pairs: {
          [`${sharper} | I would`]: verdict,
          [`${sharper} | A message`]: 'supports',
          [`${MESSAGE} | I never`]: 'contradicts',
          [`${sharper} | I never`]: 'contradicts',
        },
      });
      mendsAtTheEnd(sharper);
      await readParcels(ctx);
      return (await beliefsOf(ctx)).filter(({ label }) => label !== LIST);
    };
    expect(await ended(80)).toEqual([{ label: sharper, for: 2, against: 1 }]);
    expect(await ended(79)).toMatchObject([{ label: MESSAGE, for: 2 }]);
    expect(await ended(80, 'supports', 45)).toMatchObject([{ label: MESSAGE, for: 2 }]);
    expect(await ended(80, 'supports', 44)).toMatchObject([{ label: sharper, for: 2 }]);
    expect(await ended(80, 'neither')).toMatchObject([{ label: MESSAGE, for: 2 }]);
    // what would not stay gives way to what does
    const overstated = { [MESSAGE]: 'stronger' };
    expect(await ended(45, 'supports', 80, 58, overstated)).toMatchObject([{ label: sharper }]);
    expect(await ended(44, 'supports', 80, 58, overstated)).toEqual([]);
  });

  it('has the mean of both chances if it is judged twice, and is given up below 40', async () => {
    const told = async (first: number, late: number): Promise<string[]> => {
      const ctx = await newTeam();
      answers({ chances: { [MESSAGE]: first } });
      const { write } = server;
      let lists = 0;
      server.write = (material) => {
        const answer = write(material) as { chances?: { n: number; chance: number }[] };
        const { list, made } = material as unknown as Asked;
        if (!list || made || ++lists === 1) return answer;
        const at = numberOf(list, MESSAGE);
        return {
          chances: answer.chances?.map((one) => (one.n === at ? { ...one, chance: late } : one)),
        };
      };
      await readParcels(ctx);
      return (await beliefsOf(ctx)).map(({ label }) => label);
    };
    expect(await told(42, 48)).toEqual([LIST, MESSAGE]);
    expect(await told(42, 47)).toEqual([LIST]);
    expect(await told(40, 50)).toEqual([LIST, MESSAGE]);
    expect(await told(39, 100)).toEqual([LIST]);
  });

  it('has what came later judged once more, too, next to what stays', async () => {
    const other = 'People want to know when the driver is near';
    const next: string[] = [];
    const told = async (second: number): Promise<string[]> => {
      const ctx = await newTeam();
      answers({
        more: { [other]: ['text message', 'message before'] },
        chances: { [other]: 60 },
        pairs: { [`${other} | I would`]: 'supports', [`${other} | A message`]: 'supports' },
      });
      const { write } = server;
      server.write = (material) => {
        const answer = write(material) as { chances?: { n: number }[] };
        const { list, held, made } = material as unknown as Asked;
        if (made || list?.length !== 1 || numberOf(list, other) !== 0) return answer;
        next.push(...(held ?? []).map(([, sentence]) => sentence));
        return { chances: answer.chances?.map((one) => ({ ...one, chance: second })) };
      };
      await readParcels(ctx);
      return (await beliefsOf(ctx)).map(({ label }) => label);
    };
    expect(await told(30)).toEqual([LIST, MESSAGE, other].sort());
    expect(await told(29)).toEqual([LIST, MESSAGE].sort());
    expect(next).toContain(MESSAGE);
  });

  it.each([
    [24_000, 40],
    [8_000, 32],
  ])(
    'has every talk read again for all sentences that fit into %i tokens',
    async (contextTokens, most) => {
      const ctx = await newTeam({ contextTokens });
      const further = Array.from({ length: 38 }, (_, at) => `People want message ${at} on the way`);
      answers({
        more: Object.fromEntries(further.map((one) => [one, ['text message', 'message before']])),
        pairs: Object.fromEntries(further.map((one) => [`${one} | I would`, 'supports'])),
      });
      const { write } = server;
      const sought: number[] = [];
      server.write = (material) => {
        const { turns, beliefs } = material as unknown as Asked;
        if (turns && beliefs) sought.push(beliefs.length);
        return write(material);
      };
      await readParcels(ctx);
      expect(sought).toEqual(parcelTalks.map(() => most));
    },
  );

  it('stays until more than twice as many people deny it as state it', async () => {
    const denial = 'I never keep a list of my parcels myself.';
    const toldBy = async (deniers: number) => {
      const ctx = await newTeam();
      answers({
        heard: [[LIST, 'against', denial]],
        pairs: { [`${LIST} | I never keep`]: 'contradicts' },
      });
      const others = Array.from({ length: deniers }, (_, at) => ({
        ...{ id: `d${at}`, study: 'parcels', person: `D${at}` },
        answers: [`${NOTHING} ${denial} That is number ${at}.`],
      }));
      await readParcels(ctx, [...parcelTalks, ...others]);
      return (await beliefsOf(ctx)).filter(({ label }) => label === LIST);
    };
    expect(await toldBy(4)).toEqual([{ label: LIST, for: 2, against: 4 }]);
    expect(await toldBy(5)).toEqual([]);
  });

  it('needs a chance of 45, and of 60 if it says more than its quotes', async () => {
    let struck: string[] = [];
    const told = async (chance: number, fault: string): Promise<string[]> => {
      const ctx = await newTeam();
      answers({ chances: { [MESSAGE]: chance }, faults: { [MESSAGE]: fault } });
      const { write } = server;
      struck = [];
      server.write = (material) => {
        for (const [sentence] of (material as unknown as Asked).struck ?? []) struck.push(sentence);
        return write(material);
      };
      await readParcels(ctx);
      return (await beliefsOf(ctx)).map(({ label }) => label);
    };
    expect(await told(45, 'half')).toEqual([LIST, MESSAGE]);
    expect(await told(44, 'half')).toEqual([LIST]);
    expect(await told(60, 'stronger')).toEqual([LIST, MESSAGE]);
    expect(struck).not.toContain(MESSAGE);
    expect(await told(59, 'stronger')).toEqual([LIST]);
    // and a better sentence is then looked for
    expect(struck).toContain(MESSAGE);
  });

  it('of three people is not mended at the end by a sentence of two, however likely that is', async () => {
    const sharper = 'People want a message before the driver comes because the app forgets parcels';
    const ctx = await newTeam();
    answers({
      heard: [[MESSAGE, 'for', VANISH]],
      chances: { [MESSAGE]: 60, [sharper]: 95 },
      pairs: {
        [`${MESSAGE} | Parcels vanish`]: 'supports',
        [`${sharper} | I would`]: 'supports',
        [`${sharper} | A message`]: 'supports',
      },
    });
    mendsAtTheEnd(sharper);
    await readParcels(ctx);
    expect((await beliefsOf(ctx)).map(({ label }) => label)).toEqual([LIST, MESSAGE]);
  });

  it('is judged with what the study is about, and with the words around each quote and the question', async () => {
    const ctx = await newTeam();
    answers({});
    const { write } = server;
    const shown: unknown[] = [];
    server.write = (material) => {
      const { list, made, study: aim } = material as unknown as Asked;
      if (list && !made) expect(aim).toEqual(['parcels']);
      if (list && !made) shown.push(...list.flatMap(([, , , quotes]) => quotes));
      return write(material);
    };
    await readParcels(ctx);
    expect(shown).toContainEqual([
      ...[expect.any(Number), expect.stringMatching(/^I would pay for a text message/)],
      expect.stringMatching(/that is my job\. \/ The map is pretty\.$/),
      ...['', expect.stringMatching(/Tell me more\.$/)],
    ]);
    expect(shown).toContainEqual([
      ...[expect.any(Number), expect.stringMatching(/^Parcels vanish/), ''],
      expect.stringMatching(/^I asked Participant 1 about it/),
      'Tell me more.',
    ]);
  });

  it('is read in as many lists as fit a context of 8,000 tokens, each sentence once', async () => {
    const ctx = await newTeam();
    const asked: Asked[] = [];
    server.write = (material) => {
      asked.push(material as unknown as Asked);
      return answerAsRecorded(asked.at(-1)!);
    };
    const words = 'I tell the driver where the parcels have to go and then I wait for him again. ';
    const around = { asked: words, said: words, after: words, before: words, next: words };
    const rowOf = (at: number, n: number) => ({
      ...{ quoteId: `q${at}.${n}`, sourceItemId: `i${n}`, participantId: `p${n}`, around },
      quote: `${at} ${words.repeat(4)}`,
    });
    const beliefs = Array.from({ length: 18 }, (_, at) => ({
      statement: `People tell the driver ${at} times where the parcels have to go`,
      for: [0, 1, 2, 3].map((n) => rowOf(at, n) as unknown as Row),
      against: [4, 5].map((n) => rowOf(at, n) as unknown as Row),
    }));
    const judged = await rateBeliefs(ctx, beliefs, [], new Map(), { mends: true });
    expect(judged.map(({ chance }) => chance)).toEqual(beliefs.map(() => 80));
    const listed = asked.flatMap(({ list = [] }) => list.map(([, sentence]) => sentence));
    expect(listed.toSorted()).toEqual(beliefs.map(({ statement }) => statement).toSorted());
    for (const { body } of server.requests) {
      const sent = JSON.stringify(body).length / 4 + (body as { max_tokens: number }).max_tokens;
      expect(sent).toBeLessThan(8_000);
    }
  });

  it('is looked through, and followed by recommendations, in questions that fit 8,000 tokens', async () => {
    const ctx = await newTeam();
    server.write = (material) => {
      const { made, struck } = material as unknown as Asked;
      if (struck) return { beliefs: [] };
      return made ? { chances: [] } : { recommendations: [] };
    };
    const rows = Array.from({ length: 120 }, (_, n) => ({
      ...{ quoteId: `q${n}`, sourceItemId: `i${n % 6}`, participantId: `p${n % 6}`, studyId: 's' },
      claim: `People tell the driver ${n} times where the parcels have to go`,
      quote: `${n} ${'I tell the driver where the parcels go and wait again. '.repeat(8)}`,
    })) as unknown as Row[];
    const so = { title: 'Tell', why: 'They wait', change: 'Show it on the map', known: '4 of 5' };
    const beliefs = Array.from({ length: 12 }, (_, n) => ({
      ...{ statement: `${rows[n]!.claim}.`, so: { ...so, title: `Tell ${n}` } },
      ...{ for: rows.slice(n, n + 4), against: rows.slice(n + 4, n + 6) },
    }));
    await findMore(ctx, rows, { kept: [], struck: [] }, new Map());
    await writeRecommendations(ctx, beliefs, rows, new Map());
    await worthDoing(ctx, beliefs, [], rows, new Map());
    for (const { body } of server.requests) {
      const sent = JSON.stringify(body).length / 4 + (body as { max_tokens: number }).max_tokens;
      expect(sent).toBeLessThan(8_000);
    }
    expect(server.requests.length).toBeGreaterThan(8);
  });

  it('never takes a belief away that the team holds, whatever the model says of it', async () => {
    const ctx = await newTeam();
    answers({});
    await readParcels(ctx, parcelTalks.slice(0, 2));
    const { signalId } = (await ctx.db.findOne(Signal, { label: LIST }))!;
    await keepSignal(ctx, signalId);
    answers({
      chances: { [LIST]: 20 },
      repeats: { [MESSAGE]: LIST },
      pairs: { [`${LIST} | A message`]: 'neither' },
    });
    await readParcels(ctx, parcelTalks.slice(2));
    expect(await beliefsOf(ctx)).toContainEqual({ label: LIST, for: 2, against: 0 });
    expect(await ctx.db.find(SignalTheme, { signalId })).toHaveLength(1);
  });

  it('keeps a double if half of its people do not say what the other sentence says', async () => {
    const ctx = await newTeam();
    answers({
      repeats: { [MESSAGE]: LIST },
      pairs: { [`${LIST} | A message`]: 'neither' },
    });
    await readParcels(ctx);
    expect(await beliefsOf(ctx)).toEqual([
      { label: LIST, for: 2, against: 0 },
      { label: MESSAGE, for: 2, against: 0 },
    ]);
  });

  it('keeps the double alone if it is the wider one: the people of the other sentence say it too', async () => {
    const joined = async (told: Told) => {
      const ctx = await newTeam();
      answers({
        ...told,
        repeats: { [MESSAGE]: LIST },
        pairs: {
          [`${LIST} | A message`]: 'neither',
          [`${MESSAGE} | I copy`]: 'supports',
          [`${MESSAGE} | Parcels`]: 'supports',
          ...told.pairs,
        },
      });
      await readParcels(ctx);
      return (await beliefsOf(ctx)).map(({ label, for: people }) => [label, people]);
    };
    expect(await joined({})).toEqual([[MESSAGE, 3]]);
    // but not in place of a sentence that more would repeat
    expect(await joined({ chances: { [MESSAGE]: 44 } })).toEqual([[LIST, 2]]);
    expect(await joined({ pairs: { [`${MESSAGE} | Parcels`]: 'neither' } })).toEqual([
      [LIST, 2],
      [MESSAGE, 2],
    ]);
  });

  it('of three people is not joined to one of two, which is joined to it', async () => {
    const ctx = await newTeam();
    answers({
      heard: [[MESSAGE, 'for', VANISH]],
      repeats: { [MESSAGE]: LIST },
      pairs: {
        [`${MESSAGE} | Parcels vanish`]: 'supports',
        [`${MESSAGE} | I copy`]: 'supports',
      },
    });
    await readParcels(ctx);
    expect(await beliefsOf(ctx)).toEqual([{ label: MESSAGE, for: 3, against: 0 }]);
  });

  it('is looked through once more: what it leaves out, or says badly, becomes a belief if quotes bear it out', async () => {
    const other = 'People want to know when the driver is near';
    const third = 'People ask each other how they keep track of parcels';
    const ctx = await newTeam();
    answers({
      heard: [[other, 'against', 'The app is all right.']],
      more: {
        [other]: ['text message', 'message before'],
        [third]: ['how they keep', 'all right'],
      },
      chances: { [LIST]: 44 },
      pairs: {
        [`${MESSAGE} | A message`]: 'neither',
        [`${other} | I would`]: 'supports',
        [`${other} | A message`]: 'supports',
        [`${other} | The app`]: 'contradicts',
        [`${third} | I asked`]: 'supports',
      },
    });
    const { write } = server;
    const shown: Asked[] = [];
    server.write = (material) => {
      if ((material as unknown as Asked).struck) shown.push(material as unknown as Asked);
      return write(material);
    };
    await readParcels(ctx);
    expect(await beliefsOf(ctx)).toEqual([{ label: other, for: 2, against: 1 }]);
    expect(shown).toMatchObject([{ study: ['parcels'], kept: [] }]);
    const [wish, day] = ['text message', 'message before'].map((words) =>
      shown[0]?.claims?.findIndex(([, , claim]) => String(claim).includes(words)),
    );
    expect(shown[0]?.struck).toEqual([
      [LIST, ''],
      [FLAT, ''],
      [MESSAGE, 'the quotes of two people do not say all of it', [wish], [day]],
    ]);
    expect(shown[0]?.claims).toContainEqual([
      expect.any(Number),
      expect.any(Number),
      'People want a text message when the driver is near',
      'I would pay for a text message when the driver is near, since I always miss him.',
    ]);
  });

  it.each([
    [8_000, 0],
    [16_000, 120],
  ])(
    'is found in a context of %i tokens with %i quotes in view, in questions that fit',
    async (contextTokens, quotes) => {
      const ctx = await newTeam({ contextTokens });
      const shown: unknown[] = [];
      server.write = (material) => {
        shown.push(...((material as unknown as Asked).claims ?? []));
        return { compared: [], shared: [], beliefs: [] };
      };
      const rows = Array.from({ length: 120 }, (_, n) => ({
        ...{
          quoteId: `q${n}`,
          sourceItemId: `i${n % 6}`,
          participantId: `p${n % 6}`,
          studyId: 's',
        },
        claim: `People tell the driver ${n} times where the parcels have to go and then wait again`,
        quote: `${n} ${'I tell the driver where the parcels go and wait again. '.repeat(8)}`,
      })) as unknown as SaidRow[];
      await findBeliefs(ctx, rows, new Map());
      expect(shown).toHaveLength(120);
      expect(
        shown.filter((claim) => JSON.stringify(claim).includes('and wait again. I tell')),
      ).toHaveLength(quotes);
      for (const { body } of server.requests) {
        const sent = JSON.stringify(body).length / 4 + (body as { max_tokens: number }).max_tokens;
        expect(sent).toBeLessThan(contextTokens);
      }
    },
  );

  it('is looked through once more with the number of people who say what stays', async () => {
    const ctx = await newTeam();
    answers({});
    const { write } = server;
    const shown: Asked[] = [];
    server.write = (material) => {
      if ((material as unknown as Asked).struck) shown.push(material as unknown as Asked);
      return write(material);
    };
    await readParcels(ctx);
    expect(shown).toMatchObject([
      {
        kept: [
          [LIST, 2],
          [MESSAGE, 2],
        ],
      },
    ]);
  });

  it('holds what several people share as well as a point of two of them', async () => {
    const shared = 'People lose sight of parcels that they do not write down';
    const ctx = await newTeam();
    answers({ pairs: { [`${shared} | I copy`]: 'supports', [`${shared} | Parcels`]: 'supports' } });
    const { write } = server;
    server.write = (material) => {
      const written = write(material) as { shared?: unknown; beliefs: { statement: string }[] };
      if (!written.shared) return written;
      const ofList = written.beliefs.find(({ statement }) => statement === LIST);
      return { ...written, shared: [{ ...ofList, statement: shared }] };
    };
    await readParcels(ctx);
    expect(await beliefsOf(ctx)).toEqual(
      expect.arrayContaining([
        { label: shared, for: 2, against: 0 },
        expect.objectContaining({ label: LIST, for: 2 }),
      ]),
    );
  });

  it('is not joined to the sentence in whose place it stands, if that one fell', async () => {
    const other = 'People want to know when the driver is near';
    const ctx = await newTeam();
    answers({
      more: { [other]: ['text message', 'message before'] },
      pairs: {
        [`${MESSAGE} | A message`]: 'neither',
        [`${other} | I would`]: 'supports',
        [`${other} | A message`]: 'supports',
      },
    });
    const { write } = server;
    server.write = (material) => {
      const { compare, sentences } = material as unknown as Asked;
      const fell = numberOf(sentences ?? [], MESSAGE);
      if (!compare || fell < 0) return write(material);
      return {
        answers: compare.map(([n, others]) => ({ n, same: others.includes(fell) ? fell : null })),
      };
    };
    await readParcels(ctx);
    expect((await beliefsOf(ctx)).map(({ label }) => label)).toEqual([LIST, other]);
  });

  it('keeps words against a belief in its sharper sentence if they speak against that, too', async () => {
    const sharper = 'People write parcels down because the app forgets them within a week';
    const against = async (verdict: string): Promise<string[]> => {
      const ctx = await newTeam();
      answers({
        heard: [[LIST, 'against', NOTHING]],
        better: { [LIST]: sharper },
        repeats: { [LIST]: sharper },
        pairs: {
          [`${sharper} | I copy`]: 'supports',
          [`${sharper} | Parcels vanish`]: 'supports',
          [`${sharper} | I never`]: verdict,
        },
      });
      await readParcels(ctx);
      expect((await beliefsOf(ctx)).map(({ label }) => label)).toContain(sharper);
      return againstIn(ctx);
    };
    expect(await against('contradicts')).toEqual([NOTHING]);
    expect(await against('neither')).toEqual([]);
  });
});
