import { enqueue } from '../../db/queries/enqueue.js';
import { asEngine } from '../core/as-engine.js';
import type { Context } from '../core/context.js';
import { PUBLISH_CARDS } from '../core/outbox.js';
import { liveCalls } from './looks/live-calls.js';
import { NOTHING } from './scope.js';
import { settleLook } from './settle-look.js';

/**
 * Opens the live calls of one interview immediately, in the transaction that stored its turns; for an interview
 * that is still in progress. Returns the ids of the new cards.
 */
export async function raiseLiveCalls(
  tx: Context,
  { sourceItemId }: { sourceItemId: string },
): Promise<string[]> {
  const scope = { ...NOTHING, source_item: [sourceItemId] };
  const changes = await settleLook(asEngine(tx), liveCalls, scope, { mint: true });
  const opened = changes.filter(({ did }) => did === 'opened').map(({ id }) => id);
  if (opened.length > 0) await enqueue(tx.db, { kind: PUBLISH_CARDS, key: PUBLISH_CARDS });
  return opened;
}
