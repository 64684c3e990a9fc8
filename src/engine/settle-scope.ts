import { resolveDecided } from '../beliefs/action-cards/decided-cards.js';
import type { Context } from '../core/context.js';
import type { Look } from './cause.js';
import type { Change } from './change.js';
import { balance } from './looks/balance.js';
import { beliefs } from './looks/beliefs.js';
import { dividedThemes } from './looks/divided-themes.js';
import { failedInterviews } from './looks/failed-interviews.js';
import { foundGaps } from './looks/found-gaps.js';
import { leftOutTopics } from './looks/left-out-topics.js';
import { liveCalls } from './looks/live-calls.js';
import { openRecommendations } from './looks/open-recommendations.js';
import { ships } from './looks/ships.js';
import { studies } from './looks/studies.js';
import type { Scope } from './scope.js';
import { settleLook } from './settle-look.js';
import { settleReceipts } from './settle-receipts.js';

/** Every look, ordered so that a later one sees what an earlier one opened. */
const LOOKS: readonly Look[] = [
  beliefs,
  leftOutTopics,
  ships,
  dividedThemes,
  studies,
  failedInterviews,
  liveCalls,
  balance,
  openRecommendations,
  foundGaps,
];

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
