import { keepRun } from '../../db/queries/engine/reach.js';
import { enqueue } from '../../db/queries/enqueue.js';
import { lockTeam } from '../../db/queries/teams.js';
import { type Context, inTransaction } from '../context.js';
import { PUBLISH_CARDS } from '../outbox.js';
import { settleTrajectories } from '../signals/refresh-facts.js';
import { asEngine } from './as-engine.js';
import type { Change } from './change.js';
import { findScope } from './find-scope.js';
import { markChanged } from './mark-changed.js';
import { draftRecommendations, publishDrafts, withdraw } from './recommend/recommend.js';
import { EVERYTHING } from './scope.js';
import { settleCoverage } from './settle-coverage.js';
import { settleScope } from './settle-scope.js';
import { settleSummaries } from './settle-summaries.js';
import { tellContradictions } from './tell-contradictions.js';

/** What a run did, in the order it did it. */
export interface EngineReport {
  /** `changed`: only what was marked or fell due; `everything`: all of the team. */
  looked: 'changed' | 'everything';
  changes: Change[];
}

/**
 * Brings what the engine keeps up to date with the team's facts, in one transaction: coverage and summaries of
 * ingested studies, recommendations, gaps, cards and post-ship receipts, each minted once a cause. Runs of one
 * team take turns, in any number of processes. `changed` looks at what was marked since the last run or fell due
 * by time, and ends in what `everything` would end in.
 */
export async function runEngine(
  ctx: Context,
  over: 'changed' | 'everything',
): Promise<EngineReport> {
  await settleTrajectories(ctx);
  const drafts = await draftRecommendations(ctx);
  return inTransaction(asEngine(ctx), async (tx) => {
    await tx.db.row(lockTeam);
    const recommended = [...(await withdraw(tx)), ...(await publishDrafts(tx, drafts))];
    const recommendationIds = recommended.map(({ id }) => id);
    await markChanged(tx.db, { recommendationIds, studyIds: await settleCoverage(tx) });
    const scope = await findScope(tx, over);
    const summarized = await settleSummaries(tx, scope);
    const settled = await settleScope(tx, scope, { mint: true });
    await tellContradictions(tx, settled);
    const changes = [...recommended, ...summarized, ...settled];
    await tx.db.rows(keepRun, tx.now);
    if (changes.some(({ did, what }) => did === 'opened' && what === 'card')) {
      await enqueue(tx.db, { kind: PUBLISH_CARDS, key: PUBLISH_CARDS });
    }
    return { looked: scope === EVERYTHING ? 'everything' : 'changed', changes };
  });
}
