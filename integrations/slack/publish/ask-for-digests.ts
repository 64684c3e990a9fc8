import { enqueue } from '../../../db/queries/enqueue.js';
import type { Schedule } from '../../../src/jobs/index.js';
import { readSettings } from '../../../src/settings/team-settings.js';
import { latestSlot } from '../schedules/digest-slot.js';
import type { DigestTime } from '../slack.js';
import { POST_DIGEST } from './post-digest.js';

/** A slot that no process was there for is made up for within this time. */
const LOOK_BACK_MS = 2 * 60 * 60_000;

/** Every minute: whose digest is due, by the team's own time or the service's. */
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
