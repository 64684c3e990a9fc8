import { parse } from 'csv-parse/sync';
import { UnreadableFile } from '../../core/errors.js';
import { shown } from './check-limits.js';
import { findFields, listed, UnknownColumn } from './fields.js';
import type {
  FieldMapping,
  Highlight,
  MappedField,
  ParsedHighlights,
  ParsedInterview,
  ParsedTranscript,
} from './parsed-file.js';
import { clockSecs, MOST_SECS, readDate } from './read-date.js';

const DELIMITERS = [',', ';', '\t', '|'];

/** The most frequent delimiter in the first line, outside quotes. */
function delimiterOf(text: string): string {
  const first = (text.trimStart().split('\n')[0] ?? '').replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => first.split(delimiter).length;
  return DELIMITERS.reduce((best, one) => (count(one) > count(best) ? one : best));
}

function rowsOf(text: string): Record<string, string>[] {
  try {
    return parse(text, {
      columns: (headings: string[]) => headings.map((one) => one.trim()),
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    });
  } catch (error) {
    throw new UnreadableFile(`It is not valid CSV: ${(error as Error).message}`);
  }
}

/** A table with a speaker column and no quote column is a transcript, not highlights. */
function transcriptOf(
  rows: readonly Row[],
  headings: readonly string[],
): ParsedTranscript | undefined {
  const named = (...names: string[]) => headings.find((one) => names.includes(one.toLowerCase()));
  const speaker = named('speaker', 'speaker name', 'speaker_name');
  const text = named('text', 'transcript', 'utterance', 'sentence', 'content');
  const time = named('start', 'start time', 'start_time', 'time', 'timestamp', 'timecode');
  if (!speaker || !text || named('tags', 'tag', 'labels', 'codes', 'quote', 'highlight'))
    return undefined;
  const turns = rows
    .map((row) => {
      const atSecs = time && clockSecs(String(row[time] ?? ''));
      return {
        speaker: String(row[speaker] ?? '').trim(),
        text: String(row[text] ?? '').trim(),
        ...(typeof atSecs === 'number' && { atSecs }),
      };
    })
    .filter((turn) => turn.text !== '');
  return { kind: 'transcript', turns, statedInterviewers: [] };
}

/**
 * Parses a table of highlights, as Dovetail, Condens and Marvin export them, or of turns. Columns are found by
 * their usual names; `mapping` names the others. Throws UnreadableFile if there is no quote column.
 */
export function parseCsv(text: string, mapping?: FieldMapping): ParsedInterview[] {
  const rows = rowsOf(text);
  const headings = Object.keys(rows[0] ?? {});
  if (headings.length === 0) throw new UnreadableFile('It has no rows below its first line.');
  const transcript = mapping?.quote ? undefined : transcriptOf(rows, headings);
  if (transcript) return [transcript];
  let fields: FieldMapping;
  try {
    fields = findFields(headings, mapping);
  } catch (error) {
    if (error instanceof UnknownColumn) throw new UnreadableFile(error.message);
    throw error;
  }
  if (!fields.quote) {
    const all = listed(headings);
    throw new UnreadableFile(
      `None of its columns is known to hold quotes: ${all}. Call that column "Quote" and send the file again, or name it on the command line: --map quote=COLUMN.`,
    );
  }
  const groups = groupHighlights(rows, fields);
  if (groups.length === 0)
    throw new UnreadableFile(`Its column ${shown(fields.quote)} holds no quote.`);
  return groups;
}

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
