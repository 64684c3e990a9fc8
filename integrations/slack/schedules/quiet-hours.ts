import type { TeamSettings } from '../../../src/settings/team-settings.js';
import { localClock } from './zoned.js';

/** Whether nothing new may be posted now; hours from 22:00 to 07:00 run over midnight. */
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
