import { inTransaction } from '../../../src/context.js';
import { autoPush } from '../../../src/trackers/auto-push.js';
import type { Action } from '../actions/click.js';

/** A push that had been given up is asked for again; what becomes of it is told in the same thread. */
export const retryPush: Action = async ({ ctx, subjectId, detail, tell }) => {
  await inTransaction(ctx, (tx) => autoPush(tx, subjectId, detail));
  await tell('Trying again: this thread says what comes of it.');
};
