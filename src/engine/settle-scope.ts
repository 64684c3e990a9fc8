import type { Context } from '../context.js';
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

/** Every cause of decisions.md, in an order in which what one look opens is there for the next. */
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

/** Brings everything of the scope up to date, within the caller's transaction; without `mint` closes only. */
export async function settleScope(
  tx: Context,
  scope: Scope,
  options: { mint: boolean },
): Promise<Change[]> {
  const changes: Change[] = [];
  for (const look of LOOKS) changes.push(...(await settleLook(tx, look, scope, options)));
  changes.push(...(await settleReceipts(tx, scope, options)));
  return changes;
}
