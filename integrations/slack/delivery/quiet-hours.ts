import type { TeamSettings } from '../../../src/core/team-settings.js';
import { localClock } from '../blocks/zoned.js';

/** True if nothing new may be posted now; hours such as 22:00 to 07:00 span midnight. */
export function isQuiet(
  quietHours: TeamSettings['quietHours'],
  timeZone: string,
  now: Date,
): boolean {
  if (quietHours === null) return false;
  const { from, to } = quietHours;
  const clock = localClock(now, timeZone);
  return from < to ? clock >= from && clock < to : clock >= from || clock < to;
}
