import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Signal } from '../../db/entities/signal.js';
import { teamStatement } from '../../db/statement.js';
import { decide, recordOutcome, reopen } from '../../src/beliefs/recommendations/decide.js';
import type { Context } from '../../src/core/context.js';
import { Refusal } from '../../src/core/errors.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { useDatabase } from '../support/database.js';
import { ndjson, T0 } from '../support/snapshot.js';

const database = useDatabase();

/** The expected value of the fact, computed from the underlying rows. */
const expected = teamStatement<{ signalId: string }>(
  'test.recommended',
  `select distinct rs.signal_id as "signalId" from recommendation_signals rs
     join recommendations r on r.team_id = rs.team_id and r.recommendation_id = rs.recommendation_id
    where rs.team_id = $1 and r.published and r.state not in ('dismissed', 'archived')
    order by 1`,
);

async function expectRight({ db }: Context): Promise<void> {
  const stored = await db.find(Signal, { recommended: true }, { order: { signalId: 'asc' } });
  expect(stored.map(({ signalId }) => signalId)).toEqual(
    (await db.rows(expected)).map(({ signalId }) => signalId),
  );
}

const signal = (n: number) => ({
  resource: 'signal',
  signalId: `sg${n}`,
  label: `Belief ${n}`,
  description: '',
  themes: [],
  firstSeen: T0,
});
const recommendation = (n: number, signals: readonly number[], more: object = {}) => ({
  resource: 'recommendation',
  recommendationId: `r${n}`,
  title: `Do ${n}`,
  body: '',
  signalIds: [...new Set(signals)].map((one) => `sg${one}`),
  confidence: 'low',
  generatedAt: T0,
  ...more,
});

const newTeam = async (): Promise<Context> => database.context(await database.createTeam());
const load = (ctx: Context, lines: readonly object[]) => importSnapshot(ctx, () => ndjson(lines));

const number = fc.integer({ min: 1, max: 3 });
const step = fc.oneof(
  fc.record({
    does: fc.constant('import' as const),
    recommendation: number,
    signals: fc.array(number, { minLength: 1, maxLength: 3 }),
    published: fc.boolean(),
  }),
  fc.record({
    does: fc.constantFrom('accept', 'dismiss', 'ship', 'validate', 'reopen' as const),
    recommendation: number,
  }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

async function take(ctx: Context, one: Step): Promise<void> {
  const id = `r${one.recommendation}`;
  switch (one.does) {
    case 'import': {
      const { recommendation: n, signals, published } = one as Extract<Step, { signals: number[] }>;
      return void (await load(ctx, [recommendation(n, signals, { published })]));
    }
    case 'accept':
      return decide(ctx, id, { decision: 'accepted' });
    case 'dismiss':
      return decide(ctx, id, { decision: 'dismissed' });
    case 'ship':
      return recordOutcome(ctx, id, { outcome: 'shipped' });
    case 'validate':
      return recordOutcome(ctx, id, { outcome: 'validated' });
    default:
      return reopen(ctx, id, {});
  }
}

it('a signal knows after every write if the team can act on it', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const ctx = await newTeam();
      await load(ctx, [1, 2, 3].map(signal));
      for (const one of steps) {
        await take(ctx, one).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
        });
        await expectRight(ctx);
      }
    }),
    { numRuns: 25 },
  );
});

it('a recommendation may come before the signals that it stands on', async () => {
  const ctx = await newTeam();
  await load(ctx, [recommendation(1, [1, 2]), signal(2), signal(1)]);
  await expectRight(ctx);
  expect(await ctx.db.find(Signal, { recommended: true })).toHaveLength(2);
});

it('of two dismissed at once, the last leaves none', async () => {
  for (let round = 0; round < 10; round++) {
    const ctx = await newTeam();
    await load(ctx, [signal(1), signal(2), recommendation(1, [1, 2]), recommendation(2, [2, 1])]);
    await Promise.all(['r1', 'r2'].map((id) => decide(ctx, id, { decision: 'dismissed' })));
    expect(await ctx.db.find(Signal, { recommended: true })).toEqual([]);
  }
});
