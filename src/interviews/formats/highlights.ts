import { clockSecs, MOST_SECS } from './clock.js';
import type { FieldMapping, Highlight, MappedField, ParsedHighlights } from './parsed-file.js';
import { readDate } from './read-date.js';

/** One row of an export, by column name. */
export type Row = Readonly<Record<string, unknown>>;

/** Maximum characters of a time or a time range. */
const LONGEST_TIME = 60;
const EARLIEST_MS = Date.UTC(2000, 0, 1);

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ');
  if (typeof value === 'object' && value !== null) {
    const { name, title, label } = value as Record<string, unknown>;
    return textOf(name ?? title ?? label ?? '');
  }
  return value === undefined || value === null ? '' : String(value).trim();
};

/** Seconds, written as a number, as `90s` or as a timestamp. */
function secsOf(text: string): number | undefined {
  if (text.length > LONGEST_TIME) return undefined;
  const clock = clockSecs(text.split(/\s*(?:-|–|-->)\s*/)[0] as string);
  if (clock !== undefined) return clock;
  const number = /^(\d+(?:[.,]\d+)?)\s*(?:s|secs?|seconds)?$/i.exec(text)?.[1];
  return number === undefined ? undefined : Number(number.replace(',', '.'));
}

/** A date in ISO format, in words, as `31/12/2024` (day first if possible) or in epoch milliseconds. */
function dateOf(text: string): Date | undefined {
  if (/^\d{13}$/.test(text)) return new Date(Number(text));
  const slashed = /^(\d{1,2})[/.](\d{1,2})[/.](20\d{2})/.exec(text);
  if (slashed) {
    const [first, second] = [Number(slashed[1]), Number(slashed[2])];
    const [day, month] = second > 12 ? [second, first] : [first, second];
    return new Date(Date.UTC(Number(slashed[3]), month - 1, day));
  }
  return readDate(text);
}

const tagsOf = (value: unknown): string[] => [
  ...new Set(
    textOf(value)
      .split(/[;,|\n]/)
      .map((tag) => tag.trim().replace(/^#/, ''))
      .filter(Boolean),
  ),
];

/** Removes the quotation marks that exports put around a quote. */
const unquoted = (text: string): string =>
  text.replace(/^(?:["“”](?=.*["“”]$))([\s\S]*)["“”]$/u, '$1').trim();

/**
 * Groups highlight rows by person and session, in file order; rows without a quote are left out. `fields` names
 * the column of each field.
 */
export function groupHighlights(rows: readonly Row[], fields: FieldMapping): ParsedHighlights[] {
  const groups = new Map<string, ParsedHighlights>();
  for (const row of rows) {
    const value = (field: MappedField): unknown => row[fields[field] ?? ''];
    const quote = unquoted(textOf(value('quote')));
    if (!quote) continue;
    const [participant, session, study] = [
      value('participant'),
      value('session'),
      value('study'),
    ].map(textOf) as [string, string, string];
    const key = JSON.stringify([study, participant, session]);
    const capturedAt = dateOf(textOf(value('date')));
    const email = textOf(value('email'));
    const group: ParsedHighlights = groups.get(key) ?? {
      kind: 'highlights',
      participant,
      session,
      highlights: [],
      ...(study && { study }),
      ...(email && { email }),
    };
    groups.set(key, group);
    if (capturedAt && capturedAt.getTime() > EARLIEST_MS) group.capturedAt ??= capturedAt;
    group.highlights.push(highlightOf(quote, value('tags'), textOf(value('time'))));
  }
  return [...groups.values()];
}

function highlightOf(quote: string, tags: unknown, time: string): Highlight {
  const secs = secsOf(time);
  const atSecs = secs !== undefined && secs > MOST_SECS ? secs / 1000 : secs;
  return { quote, tags: tagsOf(tags), ...(atSecs !== undefined && { atSecs }) };
}
