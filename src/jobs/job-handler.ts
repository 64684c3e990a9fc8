import type { Context } from '../core/context.js';

/**
 * A handler of one kind of job. A job may run twice (after a crash in its last step), so `run` must
 * tolerate that.
 */
export interface JobHandler {
  /** The kind that `enqueue` names. */
  kind: string;
  /**
   * Throws to be retried with back-off; throws `RetryLater` to be retried at a time of its choice.
   */
  run(ctx: Context, payload: unknown): Promise<void>;
  /** Called once the last attempt has failed, to report it to people. May be called twice, too. */
  gaveUp?(ctx: Context, payload: unknown, reason: string): Promise<void>;
  /** Number of failures until the job is a dead letter; 10 by default. */
  maxAttempts?: number;
  /**
   * Milliseconds after which an unresponsive worker loses the job; a live worker renews the lease.
   * 60,000 by default.
   */
  leaseMs?: number;
}

/**
 * Thrown by a handler that must wait (for a rate limit, or a server that is down): not a failure,
 * and no attempt is used.
 */
export class RetryLater extends Error {
  /** @param delayMs milliseconds until the job may run again, 0 or more */
  constructor(
    readonly delayMs: number,
    message = `try again in ${delayMs} ms`,
  ) {
    super(message);
    this.name = 'RetryLater';
  }
}
