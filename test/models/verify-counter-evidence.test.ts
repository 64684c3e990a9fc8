import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ExtractedQuote } from '../../db/entities/analysis.js';
import { Signal } from '../../db/entities/signal.js';
import { createModels } from '../../integrations/models/index.js';
import type { Working } from '../../src/analysis/model/finding/working-rows.js';
import { verifyCounterEvidence } from '../../src/analysis/model/judging/verify-counter-evidence.js';
import { synthesize } from '../../src/analysis/synthesize.js';
import type { Context } from '../../src/core/context.js';
import { readTalks } from '../analysis/interviews.js';
import { useDatabase } from '../support/database.js';
import { FakeModelServer } from './fake-model-server.js';
import { type Asked, answerAsRecorded, BELIEFS, parcelTalks } from './recorded-study.js';

const database = useDatabase();
const server = new FakeModelServer();
beforeAll(() => server.start());
afterEach(() => server.reset());
afterAll(() => server.stop());

const NOTHING = 'I never write anything down; the app remembers all I need.';

const newTeam = async (): Promise<Context> =>
  database.context(await database.createTeam(), {
    models: createModels({
      llm: { provider: 'openai-compatible', model: 'fake-1', baseUrl: server.url },
      retryMs: 1,
    }),
  });

/** The server answers as recorded, and reads words against beliefs as told. Returns the cases that it was shown. */
function readsAgainst(is: string): NonNullable<Asked['cases']> {
  const seen: NonNullable<Asked['cases']> = [];
  server.write = (material) => {
    const asked = material as unknown as Asked;
    if (!asked.cases) return answerAsRecorded(asked);
    seen.push(...asked.cases);
    return { answers: asked.cases.map(({ n }) => ({ n, why: '', is })) };
  };
  return seen;
}

/** Reads the recorded study; returns the number of people who are told to see its belief otherwise. */
async function deniersIn(ctx: Context): Promise<number | undefined> {
  await readTalks(ctx, parcelTalks);
  await synthesize(ctx, { studyIds: ['parcels'] });
  return (await ctx.db.findOne(Signal, { label: BELIEFS.LIST }))?.counterParticipantCount;
}

it('words against a belief are looked at once more, next to those who hold it and to what was said around them', async () => {
  const seen = readsAgainst('differs');
  const ctx = await newTeam();
  expect(await deniersIn(ctx)).toBe(1);
  expect(seen).toEqual([
    expect.objectContaining({
      sentence: BELIEFS.LIST,
      quote: NOTHING,
      for: [expect.stringMatching(/^I copy every/), expect.stringMatching(/^Parcels vanish/)],
      after: expect.stringMatching(/^A message before the driver comes/),
    }),
  ]);
  await synthesize(ctx, { studyIds: ['parcels'] });
  expect(seen).toHaveLength(1);
});

it('many long words against a belief are looked at in questions that fit 8,000 tokens', async () => {
  const seen = readsAgainst('differs');
  const ctx = await newTeam();
  const long = (n: number): string =>
    `${n} ${'the driver comes late and waits again. '.repeat(20)}`;
  const rows = Array.from({ length: 60 }, (_, n) => ({
    ...{ quoteId: `q${n}`, sourceItemId: `i${n}`, participantId: `p${n}`, studyId: 's' },
    ...{ claim: long(n), quote: long(n), entryId: 'e', stance: 'contradicts', changed: true },
    verdict: n < 40 ? 'contradicts' : 'supports',
    around: { asked: long(n), said: long(n), after: long(n), before: long(n), next: long(n) },
  })) as unknown as Working[];
  const beliefs = [{ entryId: 'e', statement: 'People wait for the driver at home' }];
  expect(await verifyCounterEvidence(ctx, rows, beliefs, new Map())).toHaveLength(60);
  expect(seen).toHaveLength(40);
  for (const { body } of server.requests) {
    const sent = JSON.stringify(body).length / 4 + (body as { max_tokens: number }).max_tokens;
    expect(sent).toBeLessThan(8_000);
  }
});

it.each(['other', 'leaves', 'unclear'])(
  'words that turn out to be %s do not count against a belief, and are kept as a quote',
  async (is) => {
    readsAgainst(is);
    const ctx = await newTeam();
    expect(await deniersIn(ctx)).toBe(0);
    const quotes = await ctx.db.find(ExtractedQuote, { quote: NOTHING });
    expect(quotes).toEqual([expect.objectContaining({ entryId: null, stance: null })]);
  },
);
