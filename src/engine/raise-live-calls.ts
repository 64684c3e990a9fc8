import { enqueue } from '../../db/queries/enqueue.js';
import type { Context } from '../context.js';
import { PUBLISH_CARDS } from '../outbox.js';
import { asEngine } from './as-engine.js';
import { liveCalls } from './looks/live-calls.js';
import { NOTHING } from './scope.js';
import { settleLook } from './settle-look.js';

/**
 * Mints the live calls of one interview at once, in the transaction that stored what was said; for an
 * interview that is still under way. Gives the ids of the new cards.
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
