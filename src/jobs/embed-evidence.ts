import { enqueue } from '../../db/queries/enqueue.js';
import type { Context } from '../context.js';
import { ModelFailure } from '../models/model-failure.js';
import { EMBED_EVIDENCE } from '../outbox.js';
import { embedPending } from '../search/embeddings/embed-pending.js';
import { type JobHandler, RetryLater } from './job-handler.js';

const WAIT_MS = 30_000;
const PASSING = ['timeout', 'rate_limited', 'unavailable'];

/** Embeds a team's new quotes; without an embeddings endpoint there is nothing to do. */
export const embedEvidence: JobHandler = {
  kind: EMBED_EVIDENCE,
  async run(ctx: Context) {
    try {
      const done = await embedPending(ctx);
      if (!done) await enqueue(ctx.db, { kind: EMBED_EVIDENCE, key: EMBED_EVIDENCE });
    } catch (error) {
      if (error instanceof ModelFailure && PASSING.includes(error.reason)) {
        throw new RetryLater(error.retryAfterMs ?? WAIT_MS, error.message);
      }
      throw error;
    }
  },
};
