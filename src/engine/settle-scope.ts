import { enqueue } from '../../db/queries/enqueue.js';
import { resolveDecided } from '../beliefs/action-cards/decided-cards.js';
import { PUBLISH_CARDS } from '../core/announce.js';
import { asEngine, type Context } from '../core/context.js';
import { applyRuleSet } from './apply-rule-set.js';
import type { Change, RuleName, RuleSet } from './cause.js';
import { markChanged } from './queue-engine.js';
import { beliefs } from './rule-sets/beliefs.js';
import { foundGaps } from './rule-sets/found-gaps.js';
import { interviews } from './rule-sets/interviews.js';
import { leftOutTopics } from './rule-sets/left-out-topics.js';
import { liveCalls } from './rule-sets/live-calls.js';
import { openRecommendations } from './rule-sets/open-recommendations.js';
import { ships } from './rule-sets/ships.js';
import { studies } from './rule-sets/studies.js';
import { team } from './rule-sets/team.js';
import { themes } from './rule-sets/themes.js';
import { NOTHING, type Scope } from './scope.js';
import { settleReceipts } from './settle-receipts.js';

/** Every rule set, ordered so that a later one sees what an earlier one opened. */
const RULE_SETS = [
  beliefs,
  leftOutTopics,
  ships,
  themes,
  studies,
  interviews,
  liveCalls,
  team,
  openRecommendations,
  foundGaps,
] as const satisfies readonly RuleSet[];

/** Fails to compile if a type of card or gap is missing from all rule sets, and names it. */
({}) satisfies Record<Exclude<RuleName, (typeof RULE_SETS)[number]['rules'][number]>, never>;

/** Updates everything in the scope, in the caller's transaction; without `mayOpen` it only closes. */
export async function settleScope(
  tx: Context,
  scope: Scope,
  options: { mayOpen: boolean },
): Promise<Change[]> {
  const decided = await resolveDecided(tx, scope.recommendation);
  const changes = decided.map(
    ({ actionCardId, summary }): Change => ({
      did: 'closed',
      what: 'card',
      type: 'new_recommendation',
      id: actionCardId,
      summary,
      why: 'its recommendation is decided',
    }),
  );
  for (const ruleSet of RULE_SETS)
    changes.push(...(await applyRuleSet(tx, ruleSet, scope, options)));
  changes.push(...(await settleReceipts(tx, scope, options)));
  return changes;
}

/**
 * Closes the engine's cards and gaps whose reason the caller's write removed, in its transaction. It opens none;
 * the engine's next run does that. Without `signalIds` no gap can have closed.
 */
export async function closeGone(
  tx: Context,
  changed: { recommendationIds?: readonly string[]; signalIds?: readonly string[] },
): Promise<void> {
  const { recommendationIds = [], signalIds = [] } = changed;
  await markChanged(tx.db, changed);
  const scope = {
    ...NOTHING,
    recommendation: recommendationIds,
    signal: signalIds,
    team: changed.signalIds ? null : ([] as const),
  };
  await settleScope(asEngine(tx), scope, { mayOpen: false });
}

/**
 * Opens the live calls of one interview immediately, in the transaction that stored its turns; for an interview
 * that is still in progress. Returns the ids of the new cards.
 */
export async function raiseLiveCalls(
  tx: Context,
  { sourceItemId }: { sourceItemId: string },
): Promise<string[]> {
  const scope = { ...NOTHING, source_item: [sourceItemId] };
  const changes = await applyRuleSet(asEngine(tx), liveCalls, scope, { mayOpen: true });
  const opened = changes.filter(({ did }) => did === 'opened').map(({ id }) => id);
  if (opened.length > 0) await enqueue(tx.db, { kind: PUBLISH_CARDS, key: PUBLISH_CARDS });
  return opened;
}
