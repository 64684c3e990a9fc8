import { Refusal } from '../errors.js';
import { cut } from '../words.js';

const QUOTED_LIMIT = 200;

/**
 * - `refused`: nothing was made, and trying again needs a person to change something first
 * - `retry_later`: nothing was made, trying again later may work
 * - `unclear`: no answer came, the issue may exist
 */
export type FailureKind = 'refused' | 'retry_later' | 'unclear';

/** A tracker that did not do what it was asked; the message says in one sentence what to do. */
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

/** The tracker could not be reached at all, or not for a read. */
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

export const unclear = (name: string, what: 'issue' | 'comment' = 'issue'): TrackerFailure =>
  new TrackerFailure(
    'unclear',
    `${name} gave no usable answer, so the ${what} may or may not exist: try again, it is looked for first and never made twice.`,
  );

/** The failure of a call that only reads: however it ended, it made nothing. */
export const ofRead = (name: string, failure: TrackerFailure): TrackerFailure =>
  failure.kind === 'unclear' ? unreachable(name, 'no usable answer') : failure;

/** A tracker's own words, short enough to quote within one sentence. */
export function quoted(theirs: string): string {
  return cut(theirs.replace(/\s+/g, ' ').trim().replace(/\.$/, ''), QUOTED_LIMIT);
}
