import { RetryLater } from '../jobs/job-handler.js';
import { TrackerFailure } from './tracker-failure.js';

/**
 * Converts an error for the job runner: a pause that the tracker asked for costs no attempt; any
 * other error is returned unchanged.
 */
export function asJobFailure(error: unknown): unknown {
  const waitMs = error instanceof TrackerFailure ? error.retryAfterMs : undefined;
  return waitMs === undefined ? error : new RetryLater(waitMs, (error as TrackerFailure).message);
}

export const isRefused = (error: unknown): error is TrackerFailure =>
  error instanceof TrackerFailure && error.kind === 'refused';
