import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ActionCard } from '../../db/entities/action-card.js';
import { RESEARCH_GAP_STATUSES } from '../../db/entities/research-gap.js';
import { Signal } from '../../db/entities/signal.js';
import { Study } from '../../db/entities/study.js';
import { Team } from '../../db/entities/team.js';
import { teamStatement } from '../../db/statement.js';
import { listActionCards } from '../../src/beliefs/action-cards/list-action-cards.js';
import { resolve } from '../../src/beliefs/action-cards/resolve.js';
import { snooze } from '../../src/beliefs/action-cards/snooze.js';
import { decide, recordOutcome, reopen } from '../../src/beliefs/recommendations/decide.js';
import { listRecommendations } from '../../src/beliefs/recommendations/list-recommendations.js';
import { draftStudy } from '../../src/beliefs/research-gaps/draft-study.js';
import { listResearchGaps } from '../../src/beliefs/research-gaps/list-research-gaps.js';
import { listSignals } from '../../src/beliefs/signals/list-signals.js';
import { listStudies } from '../../src/beliefs/studies/list-studies.js';
import type { Context } from '../../src/core/context.js';
import { Refusal } from '../../src/core/errors.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { useDatabase } from '../support/database.js';
import { ndjson, T0 } from '../support/snapshot.js';

const database = useDatabase();
const NOW = new Date(T0);
const HOUR = 3_600_000;
const CARD_TYPES = ['research_gap', 'live_call', 'low_balance'] as const;
const ALL = 50;

const slots = teamStatement<{ list: string; part: string; amount: number }>(
  'test.slots',
  `select list, part, sum(amount)::int as amount from list_totals
    where team_id = $1 group by list, part having sum(amount) <> 0 order by list, part`,
);
const counted = teamStatement<{ list: string; part: string; amount: number }>(
  'test.counted',
  `select list, part, count(*)::int as amount from (
     select 'signals' as list, trajectory as part from signals where team_id = $1 and not archived
     union all select 'studies', '' from studies where team_id = $1
     union all select 'research_gaps', status from research_gaps where team_id = $1
     union all select 'recommendations', state from recommendations where team_id = $1 and published
     union all select 'action_cards', type from action_cards where team_id = $1 and resolved_at is null
   ) rows group by list, part order by list, part`,
);

const id = fc.integer({ min: 1, max: 4 });

const line = fc.oneof(
  fc.record({
    resource: fc.constant('signal'),
    signalId: id.map((n) => `sg${n}`),
    label: fc.constant('Belief'),
    description: fc.constant(''),
    themes: fc.constant([]),
    firstSeen: fc.constant(T0),
  }),
  fc.record({
    resource: fc.constant('study'),
    studyId: id.map((n) => `st${n}`),
    name: fc.constant('Study'),
    status: fc.constant('active'),
    createdAt: fc.constant(T0),
  }),
  fc.record({
    resource: fc.constant('researchGap'),
    researchGapId: id.map((n) => `gap${n}`),
    signalId: fc.constant('sg0'),
    type: fc.constant('missing_breadth'),
    status: fc.constantFrom(...RESEARCH_GAP_STATUSES),
    description: fc.constant(''),
    suggestedAction: fc.constant(''),
  }),
  fc.record({
    resource: fc.constant('recommendation'),
    recommendationId: id.map((n) => `rec${n}`),
    title: fc.constant('Do it'),
    body: fc.constant(''),
    signalIds: fc.constant(['sg0']),
    confidence: fc.constant('low'),
    generatedAt: fc.constant(T0),
    published: fc.boolean(),
  }),
  fc
    .tuple(id, fc.constantFrom(...CARD_TYPES), fc.boolean(), fc.option(fc.integer({ max: 9 })))
    .map(([n, type, resolved, hours]) => ({
      resource: 'actionCard',
      actionCardId: `card${n}`,
      type,
      summary: 'Look',
      priority: 1 + (n % 3),
      createdAt: T0,
      refs: {},
      ...(resolved && { resolvedAt: T0, resolution: 'followed' }),
      ...(hours !== null && hours > 0 && { snoozedUntil: T0 + hours * HOUR }),
    })),
);

const base = [{ resource: 'signal', signalId: 'sg0', label: 'B', description: '', themes: [] }];

type Step = (ctx: Context) => Promise<unknown>;
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.uniqueArray(line, { maxLength: 6, selector: (one) => JSON.stringify(one).slice(0, 60) }).map(
    (lines): Step =>
      (ctx) =>
        importSnapshot(ctx, () => ndjson([...base, ...lines])),
  ),
  fc.tuple(id, fc.constantFrom('followed', 'dismissed', 'contacted')).map(
    ([n, action]): Step =>
      (ctx) =>
        resolve(ctx, `card${n}`, { action: action as 'followed' }),
  ),
  fc.tuple(id, fc.integer({ min: 1, max: 9 })).map(
    ([n, hours]): Step =>
      (ctx) =>
        snooze(ctx, `card${n}`, { durationMs: hours * HOUR }),
  ),
  fc.tuple(id, fc.constantFrom('accepted', 'dismissed')).map(
    ([n, decision]): Step =>
      (ctx) =>
        decide(ctx, `rec${n}`, { decision: decision as 'accepted' }),
  ),
  id.map(
    (n): Step =>
      (ctx) =>
        recordOutcome(ctx, `rec${n}`, { outcome: 'validated' }),
  ),
  id.map(
    (n): Step =>
      (ctx) =>
        reopen(ctx, `rec${n}`, {}),
  ),
  id.map(
    (n): Step =>
      (ctx) =>
        draftStudy(ctx, `gap${n}`),
  ),
  id.map(
    (n): Step =>
      (ctx) =>
        ctx.db.delete(ActionCard, { actionCardId: `card${n}` }),
  ),
);

const unlessRefused = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });

/** Every list with a total: it must be what a client counts that reads the list to its end. */
async function expectTotals(ctx: Context): Promise<void> {
  const pages = [
    ...[undefined, 'new', 'rising', 'stable', 'declining'].map((trajectory) =>
      listSignals(ctx, { limit: ALL, ...(trajectory && { trajectory: trajectory as 'new' }) }),
    ),
    listStudies(ctx, { limit: ALL }),
    ...[undefined, ...RESEARCH_GAP_STATUSES].map((status) =>
      listResearchGaps(ctx, { limit: ALL, ...(status && { status }) }),
    ),
    listRecommendations(ctx, { limit: ALL }),
    listRecommendations(ctx, { limit: ALL, status: 'archived' }),
    ...[undefined, ...CARD_TYPES].map((type) =>
      listActionCards(ctx, { limit: ALL, ...(type && { type }) }),
    ),
  ];
  for (const { rows, total } of await Promise.all<{ rows: unknown[]; total?: number }>(pages)) {
    expect(total).toBe(rows.length);
  }
}

describe('the totals of lists', () => {
  it('are what a client counts, after any imports and verbs, and however much later', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(steps, { minLength: 1, maxLength: 8 }),
        fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 1, maxLength: 3 }),
        async (taken, hoursLater) => {
          const ctx = database.context(await database.createTeam(), { now: NOW });
          for (const step of taken) await unlessRefused(step(ctx));
          for (const hours of hoursLater) {
            await expectTotals({ ...ctx, now: new Date(NOW.getTime() + hours * HOUR) });
          }
          expect(await ctx.db.rows(slots)).toEqual(await ctx.db.rows(counted));
        },
      ),
      { numRuns: 25 },
    );
  });

  it('hold with many writers at once, some of whom take back what they did', async () => {
    const ctx = database.context(await database.createTeam());
    const cards = Array.from({ length: 40 }, (_, n) => `card${n}`);
    const card = (actionCardId: string) => ({
      actionCardId,
      type: 'low_balance' as const,
      summary: 'Look',
      priority: 2,
      createdAt: NOW,
    });
    await Promise.all(cards.map((one) => ctx.db.insert(ActionCard, card(one))));
    await Promise.all(
      cards.map((one, n) =>
        ctx.db
          .transaction(async (db) => {
            await resolve({ ...ctx, db }, one, { action: 'followed' });
            await db.insert(Study, {
              studyId: one,
              name: 'Study',
              status: 'draft',
              createdAt: NOW,
            });
            if (n % 2 === 0) throw new Error('taken back');
          })
          .catch(() => {}),
      ),
    );
    expect(await ctx.db.rows(slots)).toEqual([
      { list: 'action_cards', part: 'low_balance', amount: 20 },
      { list: 'studies', part: '', amount: 20 },
    ]);
  });

  it('go with their team', async () => {
    const ctx = database.context(await database.createTeam());
    const signal = { signalId: 'sg', refNumber: 1, label: 'B', description: '' };
    await ctx.db.insert(Signal, signal);
    await database.dataSource.getRepository(Team).delete({ teamId: ctx.db.teamId });
    expect(await ctx.db.rows(slots)).toEqual([]);
  });
});
