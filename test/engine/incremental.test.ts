import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Evidence } from '../../db/entities/evidence.js';
import { Recommendation } from '../../db/entities/recommendation.js';
import { SourceItem } from '../../db/entities/source-item.js';
import { teamStatement } from '../../db/statement.js';
import { decide, recordOutcome, reopen } from '../../src/beliefs/recommendations/decide.js';
import { refreshFactsOf } from '../../src/beliefs/signals/refresh-facts.js';
import { type Context, inTransaction } from '../../src/core/context.js';
import type { Changed } from '../../src/core/events.js';
import { days } from '../../src/core/numbers.js';
import { setTeam } from '../../src/core/teams.js';
import { markChanged } from '../../src/engine/queue-engine.js';
import { runEngine } from '../../src/engine/run-engine.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { useDatabase } from '../support/database.js';
import { ndjson } from '../support/snapshot.js';
import {
  item,
  type Line,
  people,
  person,
  quote,
  recommendation,
  shipped,
  signal,
  study,
  theme,
} from './material.js';

const database = useDatabase();

const PEOPLE = people(9);
const THEMES = ['t1', 't2', 't3'];
const STUDIES = ['s2', 's1', 's1'];
const target = { targetId: 'lt1', question: 'How do people share a file?', priority: 'primary' };
const ITEMS = Array.from({ length: 24 }, (_, index) => `i${index}`);
const QUOTES = Array.from({ length: 40 }, (_, index) => `e${index}`);

/** A team in which every rule is near its edge. */
const base: Line[] = [
  ...PEOPLE.map(person),
  study('s1', { learningTargets: [target] }),
  study('s2'),
  ...THEMES.map((themeId, index) => theme(themeId, STUDIES[index] as string)),
  signal('g1', ['t1', 't2']),
  signal('g2', ['t3']),
  signal('g3', ['t1'], { themes: [{ themeId: 't1', relationship: 'contradicts' }] }),
  recommendation('r1', ['g1', 'g2'], shipped(20)),
  recommendation('r2', ['g2']),
  ...ITEMS.map((id, index) =>
    item(id, STUDIES[index % 3] as string, PEOPLE[index % 9] as string, 5 + index * 4, {
      qualityScore: 0.8,
    }),
  ),
  ...QUOTES.map((id, index) =>
    quote(id, THEMES[index % 3] as string, ITEMS[(index * 7) % 24] as string, {
      kind: index % 8 === 0 ? 'counterEvidence' : 'evidence',
      quote: index % 5 === 0 ? 'We may cancel our plan soon.' : `What was said in ${id}.`,
    }),
  ),
];

/** One event in a team, stored and marked like in production. */
type Step = (ctx: Context) => Promise<void>;

const changeMaterial = (changed: Changed, write: (tx: Context) => Promise<unknown>): Step => {
  return (ctx) =>
    inTransaction(ctx, async (tx) => {
      await write(tx);
      await refreshFactsOf(tx, changed);
      await markChanged(tx.db, changed);
    });
};
const refused = () => {}; // a transition that is not allowed now is a step that changes nothing

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ evidenceId: fc.constantFrom(...QUOTES), withdrawn: fc.boolean() }).map(
    ({ evidenceId, withdrawn }): Step =>
      async (ctx) => {
        const found = await ctx.db.findOne(Evidence, { evidenceId });
        if (!found) return;
        const { sourceItemId, themeId } = found;
        await changeMaterial({ sourceItemIds: [sourceItemId], themeIds: [themeId] }, (tx) =>
          tx.db.update(Evidence, { evidenceId }, { withdrawn, prompted: !withdrawn }),
        )(ctx);
      },
  ),
  fc
    .record({
      evidenceId: fc.constantFrom(...QUOTES),
      themeId: fc.constantFrom(...THEMES),
      kind: fc.constantFrom('evidence' as const, 'counterEvidence' as const),
    })
    .map(
      ({ evidenceId, themeId, kind }): Step =>
        async (ctx) => {
          const found = await ctx.db.findOne(Evidence, { evidenceId });
          if (!found) return;
          const themeIds = [found.themeId, themeId];
          await changeMaterial({ sourceItemIds: [found.sourceItemId], themeIds }, (tx) =>
            tx.db.update(Evidence, { evidenceId }, { themeId, kind }),
          )(ctx);
        },
    ),
  fc
    .record({
      sourceItemId: fc.constantFrom(...ITEMS),
      status: fc.constantFrom('analyzed' as const, 'failed' as const, 'analyzed' as const),
      participantId: fc.constantFrom(...PEOPLE),
      coveredTargetIds: fc.subarray(['lt1']),
      daysAgo: fc.integer({ min: 0, max: 120 }),
    })
    .map(({ sourceItemId, daysAgo, ...row }) =>
      changeMaterial({ sourceItemIds: [sourceItemId] }, (tx) =>
        tx.db.update(
          SourceItem,
          { sourceItemId },
          { ...row, capturedAt: new Date(tx.now.getTime() - days(daysAgo)) },
        ),
      ),
    ),
  fc.constantFrom<Step>(
    (ctx) => decide(ctx, 'r2', { decision: 'accepted' }).catch(refused),
    (ctx) => recordOutcome(ctx, 'r2', { outcome: 'shipped' }).catch(refused),
    (ctx) => recordOutcome(ctx, 'r1', { outcome: 'validated' }).catch(refused),
    (ctx) => reopen(ctx, 'r1', {}).catch(refused),
    (ctx) => reopen(ctx, 'r2', {}).catch(refused),
    (ctx) => decide(ctx, 'r1', { decision: 'accepted' }).catch(refused),
    (ctx) => recordOutcome(ctx, 'r1', { outcome: 'shipped' }).catch(refused),
    changeMaterial({ recommendationIds: ['r2'] }, async (tx) => {
      const found = await tx.db.findOne(Recommendation, { recommendationId: 'r2' });
      const published = !found?.published;
      await tx.db.update(Recommendation, { recommendationId: 'r2' }, { published });
    }),
    async ({ db }) => {
      await setTeam(database.system, db.teamId, { interviewsLeft: 2, lowBalanceAt: 3 });
    },
    async ({ db }) => {
      await setTeam(database.system, db.teamId, { interviewsLeft: 3 });
    },
  ),
);

/** Several things, then some time, then a run. */
const round = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  wait: fc.constantFrom(0, 1, 7, 31),
});

/** Everything the engine stores, without generated ids. */
const kept = teamStatement<{ row: string }>(
  'test.engineKeeps',
  `select concat_ws(' ', 'cause', c.cause, c.minted, c.gone_at is null, c.quote_id, coalesce(g.status, a.resolution, 'pending'),
                    a.summary, a.urgency, g.description) as row
     from engine_causes c
     left join research_gaps g on g.team_id = $1 and g.research_gap_id = c.subject_id
     left join action_cards a on a.team_id = $1 and a.action_card_id = c.subject_id
    where c.team_id = $1 and c.rule <> 'research_gap'
   union all
   select concat_ws(' ', 'card', a.type, a.summary, a.resolution, count(*)) from action_cards a
    where a.team_id = $1 and a.type = 'research_gap' group by a.type, a.summary, a.resolution
   union all
   select concat_ws(' ', 'gap', g.signal_id, g.type, g.status, count(*)) from research_gaps g
    where g.team_id = $1 group by g.signal_id, g.type, g.status
   union all
   select concat_ws(' ', 'receipt', p.signal_id, p.recommendation_id, p.shipped_at, p.observed_at, p.quiet_since,
                    p.interview_count, p.trajectory)
     from post_ship_receipts p where p.team_id = $1
   order by 1`,
);
const keptOf = async ({ db }: Context) => (await db.rows(kept)).map(({ row }) => row);

async function startingTeam(now: Date): Promise<Context> {
  const ctx = database.context(await database.createTeam(), { now });
  await importSnapshot(ctx, () => ndjson(base));
  await runEngine(ctx, 'everything');
  return ctx;
}

describe('a run over what changed', () => {
  it('starts, here, from a team in which causes of most kinds hold', async () => {
    const ctx = database.context(await database.createTeam());
    await importSnapshot(ctx, () => ndjson(base));
    const { changes } = await runEngine(ctx, 'everything');
    expect([...new Set(changes.map(({ type }) => type))].toSorted()).toEqual([
      'cross_study_signal',
      'fix_contradicted',
      'live_call',
      'new_recommendation',
      'research_gap',
      'study_saturation',
      'topic_asymmetry',
    ]);
  });

  it('keeps what a run over everything keeps, whatever happens and however long nothing does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 5 }), async (rounds) => {
        let now = new Date();
        const [changed, everything] = [await startingTeam(now), await startingTeam(now)];
        for (const { steps, wait } of rounds) {
          for (const teamNow of [changed, everything]) {
            for (const act of steps) await act({ ...teamNow, now });
          }
          now = new Date(now.getTime() + days(wait) + 1);
          const { looked } = await runEngine({ ...changed, now }, 'changed');
          expect(looked).toBe('changed');
          await runEngine({ ...everything, now }, 'everything');
          expect(await keptOf(changed)).toEqual(await keptOf(everything));
        }
        expect((await runEngine({ ...changed, now }, 'everything')).changes).toEqual([]);
      }),
      { numRuns: 8 },
    );
  }, 90_000);
});
