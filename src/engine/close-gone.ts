import type { Context } from '../context.js';
import { asEngine } from './as-engine.js';
import { markChanged } from './mark-changed.js';
import { NOTHING } from './scope.js';
import { settleScope } from './settle-scope.js';

/**
 * Closes, in the transaction of a write, what the engine minted and that write did away with; it mints
 * nothing. What may now be due is left to the engine's next run. Without `signalIds` no gap can have closed.
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
