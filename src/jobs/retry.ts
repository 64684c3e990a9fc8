/** Failures after which a job is a dead letter, unless its handler sets another number. */
export const DEFAULT_MAX_ATTEMPTS = 10;

const FIRST_MS = 2_000;
const LONGEST_MS = 10 * 60_000;

/**
 * Milliseconds that a job waits after its nth failure (n starts at 1). The wait doubles from 2 s to 10 min, times a
 * random factor between one half and one, so that jobs that failed together are not retried together.
 */
export function backOffMs(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1));
  return full * (0.5 + random() / 2);
}

/**
 * Thrown by a handler that must wait (for a rate limit, or a server that is down). It is not a failure and does not
 * use an attempt.
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
