import { createTask } from 'node-cron';
import { enqueue } from '../../../db/queries/enqueue.js';
import { readSettings } from '../../../src/core/team-settings.js';
import type { Schedule } from '../../../src/jobs/index.js';
import type { DigestTime } from '../connection/slack.js';
import { POST_DIGEST } from './post-digest.js';

const MINUTE_MS = 60_000;

/**
 * The latest minute at which the cron expression is due, after `after` and not after `now`; undefined if there is
 * none.
 */
function latestSlot({ cron, timeZone }: DigestTime, after: Date, now: Date): Date | undefined {
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

/** A slot missed while no process was running is caught up within this time. */
const LOOK_BACK_MS = 2 * 60 * 60_000;

/** Runs every minute: queues digests that are due, by the team's own time or the service's. */
export function askForDigests(
  teamIds: () => Promise<string[]>,
  { cron, timeZone }: DigestTime,
): Schedule['run'] {
  let lookedAt = new Date(0);
  return async ({ system }, firedAt) => {
    const after = new Date(Math.max(lookedAt.getTime(), firedAt.getTime() - LOOK_BACK_MS));
    for (const teamId of await teamIds()) {
      const db = system.team(teamId);
      const settings = await readSettings(db);
      const time = {
        cron: settings.digestCron ?? cron,
        timeZone: settings.timeZone ?? timeZone,
      };
      const slot = latestSlot(time, after, firedAt);
      if (slot) {
        const key = slot.toISOString();
        await enqueue(db, { kind: POST_DIGEST, key, payload: { slot: key } });
      }
    }
    lookedAt = firedAt;
  };
}
