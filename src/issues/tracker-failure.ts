import { Refusal } from '../core/errors.js';
import { neverSent } from '../core/never-sent.js';
import { cut } from '../core/words.js';
import { RetryLater } from '../jobs/retry.js';

const QUOTED_LIMIT = 200;

/**
 * - `refused`: nothing was created, and a person has to change something before a retry
 * - `retry_later`: nothing was created, and a later retry may work
 * - `unclear`: no answer came, so the issue may exist
 */
type FailureKind = 'refused' | 'retry_later' | 'unclear';

/** An error of a tracker; its message says in one sentence what to do. */
export class TrackerFailure extends Refusal {
  constructor(
    readonly kind: FailureKind,
    message: string,
    /** Milliseconds that the tracker asked us to wait. */
    readonly retryAfterMs?: number,
  ) {
    super(
      retryAfterMs === undefined ? 'invalid_transition' : 'rate_limited',
      message,
      retryAfterMs === undefined ? {} : { retryAfterMs },
    );
    this.name = 'TrackerFailure';
  }
}

export const refused = (message: string): TrackerFailure => new TrackerFailure('refused', message);

/** The tracker could not be reached at all, or did not answer a read. */
export const unreachable = (name: string, why: string): TrackerFailure =>
  new TrackerFailure(
    'retry_later',
    `${name} cannot be reached (${why}): check the network and try again.`,
  );

/** The tracker asked for a pause of `waitMs` milliseconds. */
export function rateLimited(name: string, waitMs: number): TrackerFailure {
  const retryAfterMs = Math.max(1_000, Math.ceil(waitMs));
  const until = new Date(Date.now() + retryAfterMs).toISOString().slice(11, 19);
  return new TrackerFailure(
    'retry_later',
    `${name} accepts no more requests until ${until} UTC: try again then.`,
    retryAfterMs,
  );
}

/** The object that a write should create. */
export type Written = 'issue' | 'comment' | 'handover' | 'customer request' | 'label' | 'sub-issue';

export const unclear = (name: string, what: Written = 'issue'): TrackerFailure =>
  new TrackerFailure(
    'unclear',
    `${name} gave no usable answer, so the ${what} may or may not exist. Try again: the service looks for it first and never creates it twice.`,
  );

/** The failure of a call that only reads, and therefore certainly created nothing. */
export const ofRead = (name: string, failure: TrackerFailure): TrackerFailure =>
  failure.kind === 'unclear' ? unreachable(name, 'no usable answer') : failure;

/** Shortens a tracker's own words to fit within one sentence. */
export function quoted(theirs: string): string {
  return cut(theirs.replace(/\s+/g, ' ').trim().replace(/\.$/, ''), QUOTED_LIMIT);
}

/** The meaning of a tracker's answer to a failed request; empty if the request may have taken effect. */
export interface FailedAnswer {
  /** A rate limit was reached: milliseconds that the tracker asks us to wait. */
  waitMs?: number;
  /** The request definitely had no effect: why, and what to do, in one sentence. */
  refusal?: string;
}

/**
 * Converts an error of a tracker's client library. `read` returns the tracker's answer, or undefined if no answer
 * came. Anything that may have taken effect is `unclear`.
 */
export function trackerFailure(
  name: string,
  error: unknown,
  read: (error: unknown) => FailedAnswer | undefined,
  what: Written = 'issue',
): TrackerFailure {
  const code = neverSent(error);
  if (code) return unreachable(name, code);
  const { waitMs, refusal } = read(error) ?? {};
  if (waitMs !== undefined) return rateLimited(name, waitMs);
  return refusal === undefined ? unclear(name, what) : refused(refusal);
}

/**
 * Converts an error for the job runner: a pause that the tracker asked for does not cost an attempt. Any other
 * error is returned unchanged.
 */
export function asJobFailure(error: unknown): unknown {
  const waitMs = error instanceof TrackerFailure ? error.retryAfterMs : undefined;
  return waitMs === undefined ? error : new RetryLater(waitMs, (error as TrackerFailure).message);
}

export const isRefused = (error: unknown): error is TrackerFailure =>
  error instanceof TrackerFailure && error.kind === 'refused';
