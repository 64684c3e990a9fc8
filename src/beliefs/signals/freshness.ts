import { days, STALE_DAYS } from '../../core/decisions.js';

/** True if the latest supporting evidence is over 90 days old, or none of it has a date. */
export const isStale = (latestCapturedAt: Date | null, now: Date): boolean =>
  latestCapturedAt === null || now.getTime() - latestCapturedAt.getTime() >= days(STALE_DAYS);
