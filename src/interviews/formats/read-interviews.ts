import { extname } from 'node:path';
import { invalidRequest, UnreadableFile } from '../../core/errors.js';
import { checkLimits } from './check-limits.js';
import { parseCsv } from './csv.js';
import { parseJson } from './json.js';
import type { FieldMapping, ParsedInterview } from './parsed-file.js';
import { CLOCK } from './read-date.js';
import { parseSubtitles } from './subtitles.js';
import { parseText } from './text.js';
import { separateQuestions } from './unlabelled.js';
import { wholeTurns } from './whole-turns.js';

const PARSERS: Record<string, (text: string, mapping?: FieldMapping) => ParsedInterview[]> = {
  '.vtt': (text) => [parseSubtitles(text)],
  '.srt': (text) => [parseSubtitles(text)],
  '.txt': (text) => [parseText(text)],
  '.md': (text) => [parseText(text)],
  '.csv': parseCsv,
  '.json': parseJson,
};

const extensionOf = (fileName: string): string => extname(fileName).toLowerCase();

/** File extensions of interviews, for messages. */
export const INTERVIEW_FILES = Object.keys(PARSERS).join(', ');

/** True if a file of this name may hold interviews (docs/reference.md, Import). */
export const isInterviewFile = (fileName: string): boolean =>
  Object.hasOwn(PARSERS, extensionOf(fileName));

/** A time within a turn. Transcription services insert one every minute; no one said it. */
const TIME_MARK = new RegExp(String.raw`\s?\[${CLOCK}\](?=[\s.,;!?]|$)|^\[${CLOCK}\]\s*`, 'g');

function withoutTimeMarks(interview: ParsedInterview): ParsedInterview {
  if (interview.kind === 'highlights') return interview;
  const turns = interview.turns
    .map((turn) => ({ ...turn, text: turn.text.replace(TIME_MARK, '').trim() }))
    .filter(({ text }) => text !== '');
  return { ...interview, turns };
}

/** If a transcript names no speaker, the interviewer is recognized by the questions. */
function withSpeakers(interview: ParsedInterview): ParsedInterview {
  if (interview.kind === 'highlights') return interview;
  const unnamed = interview.turns.every(({ speaker }) => speaker === '');
  const turns = unnamed ? separateQuestions(interview.turns) : wholeTurns(interview.turns);
  return { ...interview, turns };
}

/**
 * Returns the interviews of a file. Throws UnreadableFile if the content is not an interview, and Refusal
 * `invalid_request` if the extension is not supported.
 */
export function readInterviews(
  fileName: string,
  content: Uint8Array,
  mapping?: FieldMapping,
): ParsedInterview[] {
  const parse = PARSERS[extensionOf(fileName)];
  if (!parse) {
    throw invalidRequest(`${fileName} is not an interview file: allowed are ${INTERVIEW_FILES}.`);
  }
  const interviews = parse(decodeText(content), mapping).map(withoutTimeMarks).map(withSpeakers);
  const empty = interviews.every(
    (one) => (one.kind === 'transcript' ? one.turns : one.highlights).length === 0,
  );
  if (empty) throw new UnreadableFile('It contains no speech.');
  checkLimits(interviews);
  return interviews;
}

/** Magic bytes of files that are often uploaded instead of text. */
const MAGIC: [bytes: number[], what: string][] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a Word document or another zip archive; save it as text first'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF; save it as text first'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Office document; save it as text first'],
  [[0x89, 0x50, 0x4e, 0x47], 'a picture'],
  [[0xff, 0xd8, 0xff], 'a picture'],
  [[0x7b, 0x5c, 0x72, 0x74, 0x66], 'rich text; save it as plain text first'],
  [[0x49, 0x44, 0x33], 'a recording; it must be transcribed first'],
];

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/** In UTF-16 without a byte order mark, nearly every second byte of Latin text is zero. */
function encodingOf(bytes: Uint8Array): string {
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le';
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be';
  const sample = bytes.subarray(0, 4_096);
  const zeros = [0, 0];
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0) zeros[at % 2]!++;
  const half = sample.length / 2;
  if (zeros[1]! > 0.4 * half && zeros[0]! < 0.1 * half) return 'utf-16le';
  if (zeros[0]! > 0.4 * half && zeros[1]! < 0.1 * half) return 'utf-16be';
  return 'utf-8';
}

function decode(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  if (encoding !== 'utf-8') return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Counts control characters that do not occur in text. */
const controls = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13) count++;
  }
  return count;
};

/**
 * Decodes a file in UTF-8, UTF-16 or Windows-1252 (Latin-1), without the byte order mark and with `\n` as the
 * only line ending. Throws UnreadableFile if it is empty or not text.
 */
function decodeText(bytes: Uint8Array): string {
  const known = MAGIC.find(([start]) => startsWith(bytes, start));
  if (known) throw new UnreadableFile(`It is ${known[1]}.`);
  const text = decode(bytes)
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n');
  if (controls(text.slice(0, 65_536)) > 2) {
    throw new UnreadableFile('It is not text: it holds binary data.');
  }
  // Postgres cannot store NUL, and it has no meaning in text.
  const clean = text.replaceAll('\0', '');
  if (clean.trim() === '') throw new UnreadableFile('It is empty.');
  return clean;
}
