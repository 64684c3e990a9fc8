import { setTimeout as sleep } from 'node:timers/promises';
import { slackFailure } from './slack-failure.js';

const TRIES = 3;
const MOST_MS = 5_000;

/**
 * Retries a call after a short rate limit, for a user who is waiting. Slack has done nothing when it rate-limits,
 * so repeating is safe. Throws the last error, and does so at once if the wait is long.
 */
export async function retry<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      const { kind, retryAfterMs = 0 } = slackFailure(error);
      if (kind !== 'waiting' || tries === TRIES || retryAfterMs > MOST_MS) throw error;
      await sleep(retryAfterMs);
    }
  }
}
