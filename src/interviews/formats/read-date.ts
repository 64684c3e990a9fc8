const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const MONTH = `(${MONTHS.map((month) => `${month.slice(0, 3)}(?:${month.slice(3)})?`).join('|')})`;
const ISO =
  /(?<!\d)(20\d{2})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?/;
const COMPACT = /(?<!\d)(20\d{2})[._]?([01]\d)[._]?([0-3]\d)(?!\d)/;
const MONTH_FIRST = new RegExp(
  String.raw`\b${MONTH}\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(20\d{2})\b`,
  'i',
);
const DAY_FIRST = new RegExp(
  String.raw`\b(\d{1,2})(?:st|nd|rd|th|\.)?\s+${MONTH}\.?,?\s+(20\d{2})\b`,
  'i',
);

const monthOf = (name: string): number =>
  MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3).toLowerCase()));

/** Midnight UTC of a day that exists and is not in the future. */
function day(year: number, month: number, date: number): Date | undefined {
  const at = new Date(Date.UTC(year, month, date));
  return at.getUTCMonth() === month && at.getUTCDate() === date ? at : undefined;
}

/** The first date in a text, as `2024-05-01`, `20240501`, `May 1, 2024` or `1 May 2024`; days start in UTC. */
export function readDate(text: string): Date | undefined {
  const iso = ISO.exec(text);
  if (iso) {
    const [, year, month, date, hours, minutes, seconds = '00', zone = 'Z'] = iso;
    if (hours === undefined) return day(Number(year), Number(month) - 1, Number(date));
    const at = new Date(`${year}-${month}-${date}T${hours}:${minutes}:${seconds}${zone}`);
    if (!Number.isNaN(at.getTime())) return at;
  }
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst) {
    const [, month, date, year] = monthFirst;
    return day(Number(year), monthOf(month as string), Number(date));
  }
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) {
    const [, date, month, year] = dayFirst;
    return day(Number(year), monthOf(month as string), Number(date));
  }
  const compact = COMPACT.exec(text);
  return compact ? day(Number(compact[1]), Number(compact[2]) - 1, Number(compact[3])) : undefined;
}

/** Timestamps as transcripts write them: `1:02`, `01:02:03`, `00:01:02.500`. */
export const CLOCK = String.raw`(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?`;

/** Numbers above this are milliseconds, not seconds: no talk lasts 28 hours. */
export const MOST_SECS = 100_000;

/** Seconds of a timestamp; undefined if the text is not one. */
export function clockSecs(text: string): number | undefined {
  const match = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{2})(?:[.,](\d{1,3}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = match;
  return (
    Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction || '0'}`)
  );
}
