import { enqueue } from '../../db/queries/enqueue.js';
import type { Context } from '../core/context.js';

/** Creates the issue of an accepted recommendation, if the team wants that. */
export const AUTO_PUSH = 'auto-push';

/**
 * Requests the issue in the caller's transaction. `provider` is given if a user requested it (retry
 * of a failed push); without it, the team's setting decides, read when the job runs.
 */
export const autoPush = (tx: Context, recommendationId: string, provider?: string): Promise<void> =>
  enqueue(tx.db, {
    kind: AUTO_PUSH,
    key: recommendationId,
    payload: { recommendationId, ...(provider && { provider }) },
  });
