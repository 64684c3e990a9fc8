import { resolveDecided } from '../beliefs/action-cards/decided-cards.js';
import type { Context } from '../core/context.js';
import type { Look, RuleName } from './cause.js';
import type { Change } from './change.js';
import { beliefs } from './looks/beliefs.js';
import { foundGaps } from './looks/found-gaps.js';
import { interviews } from './looks/interviews.js';
import { leftOutTopics } from './looks/left-out-topics.js';
import { liveCalls } from './looks/live-calls.js';
import { openRecommendations } from './looks/open-recommendations.js';
import { ships } from './looks/ships.js';
import { studies } from './looks/studies.js';
import { team } from './looks/team.js';
import { themes } from './looks/themes.js';
import type { Scope } from './scope.js';
import { settleLook } from './settle-look.js';
import { settleReceipts } from './settle-receipts.js';

/** Every look, ordered so that a later one sees what an earlier one opened. */
const LOOKS = [
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
] as const satisfies readonly Look[];

/** Names the types of card and gap that no look has, when they are compiled. */
({}) satisfies Record<Exclude<RuleName, (typeof LOOKS)[number]['rules'][number]>, never>;

/** Updates everything in the scope, in the caller's transaction; without `mint` it only closes. */
export async function settleScope(
  tx: Context,
  scope: Scope,
  options: { mint: boolean },
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
  for (const look of LOOKS) changes.push(...(await settleLook(tx, look, scope, options)));
  changes.push(...(await settleReceipts(tx, scope, options)));
  return changes;
}
