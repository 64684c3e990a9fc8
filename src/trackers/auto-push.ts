import { enqueue } from '../../db/queries/enqueue.js';
import type { Context } from '../context.js';

/** Makes the issue of an accepted recommendation, where the team wants that. */
export const AUTO_PUSH = 'auto-push';

/**
 * Asks for the issue in the caller's transaction. With `provider` a person asks for it (a failed push, tried
 * again); without, whether and where is the team's setting, read when the job runs.
 */
export const autoPush = (tx: Context, recommendationId: string, provider?: string): Promise<void> =>
  enqueue(tx.db, {
    kind: AUTO_PUSH,
    key: recommendationId,
    payload: { recommendationId, ...(provider && { provider }) },
  });
