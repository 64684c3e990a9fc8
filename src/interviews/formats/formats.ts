import { extname } from 'node:path';
import { invalidRequest, UnreadableFile } from '../../core/errors.js';
import { checkLimits } from './check-limits.js';
import { parseCsv } from './csv.js';
import { decodeText } from './decode-text.js';
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
