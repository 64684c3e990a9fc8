import { days } from '../../../src/core/numbers.js';
import { counted } from '../../../src/core/words.js';

const DAY_MS = days(1);

/** Formats how long ago `at` was, such as "3 days ago"; whole days in UTC. */
export function age(at: Date | null, now: Date): string {
  if (at === null) return 'date unknown';
  const passed = Math.floor(now.getTime() / DAY_MS) - Math.floor(at.getTime() / DAY_MS);
  if (passed <= 0) return 'today';
  if (passed === 1) return 'yesterday';
  if (passed < 14) return `${passed} days ago`;
  if (passed < 61) return `${Math.floor(passed / 7)} weeks ago`;
  if (passed < 730) return `${Math.floor(passed / 30.44)} months ago`;
  return `${counted(Math.floor(passed / 365.25), 'year')} ago`;
}

/** An instant that Slack shows in each reader's own time zone; mrkdwn only. */
export function localTime(at: Date): string {
  const fallback = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `<!date^${Math.floor(at.getTime() / 1000)}^{date_short_pretty} at {time}|${fallback}>`;
}

/** The calendar day, as `2026-03-31`, that is `addDays` days after `at` in a time zone. */
export function localDay(at: Date, timeZone: string, addDays = 0): string {
  const parts = wallClock(at, timeZone);
  return new Date(Date.UTC(parts.year, parts.month - 1, parts.day) + days(addDays))
    .toISOString()
    .slice(0, 10);
}

/** 0 for Sunday to 6 for Saturday, in the person's time zone. */
export const localWeekday = (at: Date, timeZone: string): number =>
  new Date(`${localDay(at, timeZone)}T00:00:00Z`).getUTCDay();

/**
 * The instant at which a clock in the time zone shows `hour`:00 on that day. If daylight saving skips that hour,
 * the instant just after; if the hour occurs twice, one of the two.
 */
export function atHour(day: string, hour: number, timeZone: string): Date {
  const wanted = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`);
  let guess = wanted;
  // the offset at the guess may differ from the offset at the answer: a second pass settles it
  for (let pass = 0; pass < 2; pass++) guess = wanted - offsetAt(new Date(guess), timeZone);
  return new Date(guess);
}

/** The local time there, as `18:05`. */
export function localClock(at: Date, timeZone: string): string {
  const { hour, minute } = wallClock(at, timeZone);
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

function offsetAt(at: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = wallClock(at, timeZone);
  return (
    Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at.getTime() / 1000) * 1000
  );
}

function wallClock(at: Date, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value);
  return {
    year: of('year'),
    month: of('month'),
    day: of('day'),
    hour: of('hour'),
    minute: of('minute'),
    second: of('second'),
  };
}
