import { enqueue } from '../../db/queries/enqueue.js';
import type { Context } from '../core/context.js';

/** Reads a linked issue from its tracker; concurrent requests are merged into one read. */
export const READ_WORK_ITEM = 'read-work-item';

export const followWorkItem = (
  tx: Context,
  { recommendationId, normalizedUrl }: { recommendationId: string; normalizedUrl: string },
): Promise<void> =>
  enqueue(tx.db, {
    kind: READ_WORK_ITEM,
    key: `${recommendationId} ${normalizedUrl}`,
    payload: { recommendationId, normalizedUrl },
  });
