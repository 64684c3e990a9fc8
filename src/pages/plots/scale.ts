import { days } from '../../core/numbers.js';

/** Maps a time to a horizontal position. */
interface TimeScale {
  from: number;
  to: number;
  x(at: number): number;
  /** Starts of years, months or days to label, at most about six. */
  ticks: { at: number; label: string }[];
}

const MOST_TICKS = 7;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Steps between ticks: days up to a month, then months. */
const STEPS = [{ days: 1 }, { days: 7 }, { months: 1 }, { months: 3 }, { months: 6 }] as const;

export function timeScale(from: number, to: number, left: number, right: number): TimeScale {
  const span = Math.max(to - from, days(1));
  return {
    from,
    to: from + span,
    x: (at) => left + ((at - from) / span) * (right - left),
    ticks: ticks(from, from + span),
  };
}

function ticks(from: number, to: number): TimeScale['ticks'] {
  for (const step of STEPS) {
    const found =
      'days' in step ? everyDays(from, to, step.days) : everyMonths(from, to, step.months);
    if (found.length <= MOST_TICKS) return found;
  }
  const years = Math.ceil((to - from) / days(365.25) / MOST_TICKS);
  return everyMonths(from, to, 12 * years);
}

function everyDays(from: number, to: number, step: number): TimeScale['ticks'] {
  const found: TimeScale['ticks'] = [];
  for (let at = Math.ceil(from / days(1)) * days(1); at <= to; at += days(step)) {
    const date = new Date(at);
    found.push({ at, label: `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}` });
    if (found.length > MOST_TICKS) break;
  }
  return found;
}

function everyMonths(from: number, to: number, step: number): TimeScale['ticks'] {
  const found: TimeScale['ticks'] = [];
  const first = new Date(from);
  const start = Math.ceil((first.getUTCFullYear() * 12 + first.getUTCMonth() + 1) / step) * step;
  for (let month = start; found.length <= MOST_TICKS; month += step) {
    const at = Date.UTC(Math.floor(month / 12), month % 12);
    if (at > to) break;
    const name = MONTHS[month % 12];
    found.push({ at, label: month % 12 === 0 ? `${Math.floor(month / 12)}` : `${name}` });
  }
  return found;
}

/** Length of the bars for a time span (days, weeks or months), so that there are at most about forty. */
export function barLength(span: number): { length: number; called: string } {
  if (span <= days(40)) return { length: days(1), called: 'day' };
  if (span <= days(7 * 40)) return { length: days(7), called: 'week' };
  if (span <= days(30 * 40)) return { length: days(30), called: '30 days' };
  return { length: Math.ceil(span / 40 / days(30)) * days(30), called: 'period' };
}

/** The day as `31 Mar 2026`, in UTC. */
export const dayOf = (at: Date | number): string => {
  const date = new Date(at);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
};
