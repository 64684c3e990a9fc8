import { parse } from 'csv-parse/sync';
import { UnreadableFile } from '../../core/unreadable-file.js';
import { shown } from './check-limits.js';
import { clockSecs } from './clock.js';
import { findFields, listed, UnknownColumn } from './fields.js';
import { groupHighlights, type Row } from './highlights.js';
import type { FieldMapping, ParsedInterview, ParsedTranscript } from './parsed-file.js';

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
      `None of its columns is known to hold quotes: ${all}. Name it: --map quote=COLUMN.`,
    );
  }
  const groups = groupHighlights(rows, fields);
  if (groups.length === 0)
    throw new UnreadableFile(`Its column ${shown(fields.quote)} holds no quote.`);
  return groups;
}
