import { setTimeout as sleep } from 'node:timers/promises';
import { slackFailure } from './slack-failure.js';

const TRIES = 3;
const MOST_MS = 5_000;

/**
 * A call for somebody who waits for its answer: where Slack asks us to come back in a moment, and so has done
 * nothing, it is tried again. Throws what the last try threw, and at once where the moment is a long one.
 */
export async function patiently<T>(call: () => Promise<T>): Promise<T> {
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
