import { createTask } from 'node-cron';
import type { DigestTime } from '../slack.js';

const MINUTE_MS = 60_000;

/**
 * The latest minute at which the cron expression is due, after `after` and not after `now`; undefined where
 * there is none.
 */
export function latestSlot(
  { cron, timeZone }: DigestTime,
  after: Date,
  now: Date,
): Date | undefined {
  const minutes = cron.trim().split(/\s+/).slice(-5).join(' '); // six fields start with seconds
  const task = createTask(minutes, () => {}, { timezone: timeZone });
  try {
    const last = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
    for (let at = last; at > after.getTime(); at -= MINUTE_MS) {
      if (task.match(new Date(at))) return new Date(at);
    }
    return undefined;
  } finally {
    void task.destroy();
  }
}
