import { atHour, localDay, localWeekday } from '../blocks/zoned.js';

const HOUR_MS = 3_600_000;
const MORNING = 9;

/** The end of a snooze chosen from the menu; undefined for any other choice. */
export function snoozeEnd(choice: string, now: Date, timeZone: string): Date | undefined {
  switch (choice) {
    case 'hour':
      return new Date(now.getTime() + HOUR_MS);
    case 'tomorrow':
      return atHour(localDay(now, timeZone, 1), MORNING, timeZone);
    case 'week': {
      const toMonday = (8 - localWeekday(now, timeZone)) % 7 || 7;
      return atHour(localDay(now, timeZone, toMonday), MORNING, timeZone);
    }
    default:
      return undefined;
  }
}

/** The morning of a chosen day. */
export const snoozeMorning = (day: string, timeZone: string): Date =>
  atHour(day, MORNING, timeZone);
