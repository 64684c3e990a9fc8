import { atHour, localDay, localWeekday } from '../blocks/local-time.js';

const HOUR_MS = 3_600_000;
const MORNING = 9;

interface SnoozeChoice {
  /** The part of the action id after the colon. */
  id: string;
  text: string;
  /** Absent if the user is asked for the day. */
  end?: (now: Date, timeZone: string) => Date;
}

export const SNOOZE_CHOICES: readonly SnoozeChoice[] = [
  {
    id: 'hour',
    text: 'Snooze for 1 hour',
    end: (now) => new Date(now.getTime() + HOUR_MS),
  },
  {
    id: 'tomorrow',
    text: 'Snooze until tomorrow 9:00',
    end: (now, timeZone) => snoozeMorning(localDay(now, timeZone, 1), timeZone),
  },
  {
    id: 'week',
    text: 'Snooze until Monday 9:00',
    end: (now, timeZone) => {
      const toMonday = (8 - localWeekday(now, timeZone)) % 7 || 7;
      return snoozeMorning(localDay(now, timeZone, toMonday), timeZone);
    },
  },
  { id: 'date', text: 'Snooze until a date…' },
];

/** The end of a snooze chosen from the menu; undefined for any other choice. */
export const snoozeEnd = (choice: string, now: Date, timeZone: string): Date | undefined =>
  SNOOZE_CHOICES.find(({ id }) => id === choice)?.end?.(now, timeZone);

/** The morning of a chosen day. */
export const snoozeMorning = (day: string, timeZone: string): Date =>
  atHour(day, MORNING, timeZone);
