import type { Turn } from '../../../db/entities/source-item.js';
import { UnreadableFile } from '../../core/errors.js';
import { groupHighlights, type Row } from './csv.js';
import { findFields } from './fields.js';
import type { FieldMapping, ParsedInterview, ParsedTranscript } from './parsed-file.js';
import { clockSecs, MOST_SECS, readDate } from './read-date.js';

const TEXT = [
  'text',
  'transcript',
  'sentence',
  'content',
  'utterance',
  'message',
  'value',
  'raw_text',
];
const SPEAKER = [
  'speaker',
  'speaker_name',
  'speakerName',
  'speaker_label',
  'name',
  'author',
  'role',
  'participant',
  'user',
];
const TIME = [
  'atSecs',
  'start',
  'start_time',
  'startTime',
  'start_timestamp',
  'timestamp',
  'time',
  'offset',
  'ts',
  'from',
];
const PARTICIPANT = ['participantName', 'participant', 'interviewee', 'displayName', 'guest'];
const DATE = [
  'capturedAt',
  'recordedAt',
  'recorded_at',
  'date',
  'createdAt',
  'created_at',
  'startedAt',
];
const MAX_DEPTH = 6;

/** JSON escapes can produce text that Postgres cannot store: NUL and lone surrogates. */
const storable = (text: string): string => Buffer.from(text.replaceAll('\0', '')).toString();

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const first = (row: Record<string, unknown>, keys: readonly string[]): unknown =>
  keys.map((key) => row[key]).find((value) => value !== undefined && value !== null);

/** A speaker's name: a string, an object with a name, or a recognizer's speaker number. */
function nameOf(value: unknown): string {
  if (isObject(value)) return nameOf(first(value, ['name', 'displayName', 'label', 'id']));
  if (typeof value === 'number') return `Speaker ${value}`;
  return typeof value === 'string' ? value.trim() : '';
}

/** Some recognizers return a turn as a list of words. */
function textOf(row: Record<string, unknown>): string {
  const text = first(row, TEXT);
  if (typeof text === 'string') return text.trim();
  const parts = row.elements ?? row.words;
  if (!Array.isArray(parts)) return '';
  const words = parts
    .filter(isObject)
    .map((part) => String(first(part, ['value', 'text', 'word']) ?? ''));
  return (row.elements ? words.join('') : words.join(' ')).trim();
}

function secsOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value >= 0 ? value : undefined;
  if (typeof value !== 'string') return undefined;
  return clockSecs(value) ?? (/^\d+(\.\d+)?s?$/.test(value) ? Number.parseFloat(value) : undefined);
}

const isTurn = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && textOf(value) !== '';

function turnsOf(rows: readonly Record<string, unknown>[]): Turn[] {
  const times = rows.map((row) => secsOf(first(row, TIME)));
  const divisor = times.some((time) => (time ?? 0) > MOST_SECS) ? 1000 : 1;
  return rows.map((row, index) => {
    const atSecs = (times[index] ?? Number.POSITIVE_INFINITY) / divisor;
    return {
      speaker: nameOf(first(row, SPEAKER)),
      text: textOf(row),
      ...(atSecs <= MOST_SECS && { atSecs }),
    };
  });
}

/** Finds the longest list of turns in a value, at any depth. */
function findTurns(value: unknown, depth = 0): Record<string, unknown>[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) {
    const turns = value.filter(isTurn);
    if (turns.length > 0 && turns.length >= value.length / 2) return turns;
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value)
    .map((inner) => findTurns(inner, depth + 1))
    .reduce((best, one) => (one.length > best.length ? one : best), []);
}

function transcriptOf(value: unknown): ParsedTranscript | undefined {
  const turns = turnsOf(findTurns(value));
  if (turns.length === 0) return undefined;
  const about = isObject(value) ? value : {};
  const participant = nameOf(first(about, PARTICIPANT));
  const date = first(about, DATE);
  const capturedAt = typeof date === 'number' ? new Date(date) : readDate(String(date ?? ''));
  const interviewers = about.interviewers ?? about.interviewer;
  const names = (Array.isArray(interviewers) ? interviewers : [interviewers])
    .map(nameOf)
    .filter(Boolean);
  return {
    kind: 'transcript',
    turns,
    statedInterviewers: names,
    ...(participant && { statedParticipant: participant }),
    ...(capturedAt && !Number.isNaN(capturedAt.getTime()) && { capturedAt }),
  };
}

/** Only the position is kept: the parser's message may quote the file and thus a participant. */
function placeOf({ message }: Error, text: string): string {
  const at = /position (\d+)/.exec(message)?.[1];
  return at === undefined ? '' : `: line ${text.slice(0, Number(at)).split('\n').length} is wrong`;
}

/** Fields that mark a row as a highlight, unless the user mapped others. */
const MARKED = ['quote', 'highlight', 'highlightText', 'verbatim', 'excerpt'];

function highlightsOf(value: unknown, mapping: FieldMapping | undefined): ParsedInterview[] {
  const rows = Array.isArray(value)
    ? value
    : isObject(value)
      ? Object.values(value).find(Array.isArray)
      : undefined;
  if (!Array.isArray(rows) || !rows.every(isObject) || rows.length === 0) return [];
  const headings = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const quote = mapping?.quote ?? headings.find((heading) => MARKED.includes(heading));
  if (!quote || !headings.includes(quote)) return [];
  return groupHighlights(rows as Row[], findFields(headings, { ...mapping, quote }));
}

/**
 * Parses JSON: `{transcript: [{speaker, text, atSecs?}], participant?, interviewers?, capturedAt?}`, a list of
 * such interviews, a list of turns or highlights, or the export of a recognizer or call recorder, at any depth.
 * Throws UnreadableFile if it holds none of these.
 */
export function parseJson(text: string, mapping?: FieldMapping): ParsedInterview[] {
  let value: unknown;
  try {
    value = JSON.parse(text, (_, inner) => (typeof inner === 'string' ? storable(inner) : inner));
  } catch (error) {
    throw new UnreadableFile(`It is not valid JSON${placeOf(error as Error, text)}.`);
  }
  const highlights = highlightsOf(value, mapping);
  if (highlights.length > 0) return highlights;
  const isList = Array.isArray(value) && value.every((one) => isObject(one) && textOf(one) === '');
  const transcripts = (isList ? (value as unknown[]) : [value]).flatMap(
    (one) => transcriptOf(one) ?? [],
  );
  if (transcripts.length === 0) {
    throw new UnreadableFile(
      'It contains no interview: expected a list of turns, each with "speaker" and "text", or of highlights with "quote".',
    );
  }
  return transcripts;
}
