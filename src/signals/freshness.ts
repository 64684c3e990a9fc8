import { days, STALE_DAYS } from '../decisions.js';

/** True when nothing that supports the signal was captured for 90 days, or nothing with a date at all. */
export const isStale = (latestCapturedAt: Date | null, now: Date): boolean =>
  latestCapturedAt === null || now.getTime() - latestCapturedAt.getTime() >= days(STALE_DAYS);
