import { extname } from 'node:path';
import { MAX_SPEAKERS } from '../../decisions.js';
import { invalidRequest } from '../../errors.js';
import { UnreadableFile } from '../unreadable-file.js';
import { parseCsv } from './csv.js';
import { decodeText } from './decode-text.js';
import { parseJson } from './json.js';
import type { FieldMapping, ParsedInterview } from './parsed-file.js';
import { parseSubtitles } from './subtitles.js';
import { parseText } from './text.js';
import { separateQuestions } from './unlabelled.js';

const PARSERS: Record<string, (text: string, mapping?: FieldMapping) => ParsedInterview[]> = {
  '.vtt': (text) => [parseSubtitles(text)],
  '.srt': (text) => [parseSubtitles(text)],
  '.txt': (text) => [parseText(text)],
  '.md': (text) => [parseText(text)],
  '.csv': parseCsv,
  '.json': parseJson,
};

const extensionOf = (fileName: string): string => extname(fileName).toLowerCase();

/** Endings of interview files, for messages. */
export const INTERVIEW_FILES = Object.keys(PARSERS).join(', ');

/** Whether a file of this name may hold interviews (operator.md, `ingest`). */
export const isInterviewFile = (fileName: string): boolean =>
  Object.hasOwn(PARSERS, extensionOf(fileName));

/** A transcript that names no speaker at all is told apart by its questions. */
function withSpeakers(interview: ParsedInterview): ParsedInterview {
  if (interview.kind === 'highlights') return interview;
  const unnamed = interview.turns.every(({ speaker }) => speaker === '');
  return unnamed ? { ...interview, turns: separateQuestions(interview.turns) } : interview;
}

/**
 * The interviews of a file. Throws UnreadableFile where its content is none, and Refusal `invalid_request`
 * where its name has no extension that could be.
 */
export function readInterviews(
  fileName: string,
  content: Uint8Array,
  mapping?: FieldMapping,
): ParsedInterview[] {
  const parse = PARSERS[extensionOf(fileName)];
  if (!parse) {
    throw invalidRequest(`${fileName} is no interview file: allowed are ${INTERVIEW_FILES}.`);
  }
  const interviews = parse(decodeText(content), mapping).map(withSpeakers);
  const empty = interviews.every(
    (one) => (one.kind === 'transcript' ? one.turns : one.highlights).length === 0,
  );
  if (empty) throw new UnreadableFile('Nobody says anything in it.');
  interviews.forEach(checkSpeakers);
  return interviews;
}

/** Each is given all that the interviewers say: what that takes grows with the square of the speakers. */
function checkSpeakers(interview: ParsedInterview): void {
  if (interview.kind === 'highlights') return;
  const { size } = new Set(interview.turns.map(({ speaker }) => speaker));
  if (size <= MAX_SPEAKERS) return;
  throw new UnreadableFile(
    `It has ${size} speakers in one talk, and ${MAX_SPEAKERS} is the limit: split it, one talk a file.`,
  );
}
