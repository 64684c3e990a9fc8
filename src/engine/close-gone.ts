import { asEngine } from '../core/as-engine.js';
import type { Context } from '../core/context.js';
import { markChanged } from './mark-changed.js';
import { NOTHING } from './scope.js';
import { settleScope } from './settle-scope.js';

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
  await settleScope(asEngine(tx), scope, { mint: false });
}
