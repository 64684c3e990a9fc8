import type { Context } from '../context.js';

/** What works one kind of job. A job may run twice (a crash after its last step), so `run` must bear that. */
export interface JobHandler {
  /** The kind that `enqueue` names. */
  kind: string;
  /** Throws to be tried again with back-off; `RetryLater` to be tried again at a time of its choice. */
  run(ctx: Context, payload: unknown): Promise<void>;
  /** Called once the last attempt has failed, to say so where people see it. May be called twice, too. */
  gaveUp?(ctx: Context, payload: unknown, reason: string): Promise<void>;
  /** Failures until the job is a dead letter; 10 unless told. */
  maxAttempts?: number;
  /** How long a silent worker keeps the job, in milliseconds; a living one renews it. 60,000 unless told. */
  leaseMs?: number;
}

/** Thrown by a handler that must wait (a rate limit, a server that is down): no failure, no attempt spent. */
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
