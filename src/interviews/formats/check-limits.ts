import { UnreadableFile } from '../../core/errors.js';
import {
  MAX_HIGHLIGHTS,
  MAX_NAME,
  MAX_RUN,
  MAX_SPEAKERS,
  MAX_TALK,
  MAX_TURN,
  MAX_TURNS,
} from '../../core/numbers.js';
import type { ParsedHighlights, ParsedInterview, ParsedTranscript } from './parsed-file.js';

/** Han, Thai and similar scripts are written without spaces. */
const RUN =
  /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const SHOWN = 40;

/** Refuses a file that exceeds the limits of an interview, with a message per limit. Throws UnreadableFile. */
export function checkLimits(interviews: readonly ParsedInterview[]): void {
  let highlights = 0;
  for (const interview of interviews) {
    if (interview.kind === 'transcript') checkTranscript(interview);
    else {
      highlights += interview.highlights.length;
      checkHighlights(interview);
    }
  }
  if (highlights > MAX_HIGHLIGHTS) throw tooMany(highlights, 'highlights', MAX_HIGHLIGHTS);
}

function checkTranscript({ turns, statedInterviewers, statedParticipant }: ParsedTranscript): void {
  const speakers = new Set(turns.map(({ speaker }) => speaker));
  for (const name of [...speakers, ...statedInterviewers, statedParticipant ?? '']) {
    checkName('name of a speaker', name);
  }
  // Each participant gets a copy of all interviewer turns, so storage grows with the square of the speakers.
  if (speakers.size > MAX_SPEAKERS) {
    throw new UnreadableFile(
      `It has ${speakers.size} speakers in one talk (the limit is ${MAX_SPEAKERS}). Split it, one talk per file.`,
    );
  }
  if (turns.length > MAX_TURNS) throw tooMany(turns.length, 'turns in one talk', MAX_TURNS);
  for (const [index, { text }] of turns.entries()) checkText(`Turn ${index + 1}`, text);
  const length = turns.reduce((sum, { text }) => sum + text.length, 0);
  if (length > MAX_TALK) throw tooMany(length, 'characters in one talk', MAX_TALK);
}

function checkHighlights({
  participant,
  session,
  study,
  email,
  highlights,
}: ParsedHighlights): void {
  checkName('name of a participant', participant);
  checkName('name of a session', session);
  checkName('name of a study', study ?? '');
  checkName('e-mail address', email ?? '');
  for (const { quote, tags } of highlights) {
    for (const tag of tags) checkName('tag', tag);
    checkText(`The highlight ${shown(quote)}`, quote);
  }
}

function checkName(what: string, name: string): void {
  if (name.length <= MAX_NAME) return;
  throw new UnreadableFile(
    `The ${what} ${shown(name)} has ${inFull(name.length)} characters (the limit is ${inFull(MAX_NAME)}).`,
  );
}

function checkText(what: string, text: string): void {
  if (text.length > MAX_TURN) {
    throw new UnreadableFile(
      `${what} has ${inFull(text.length)} characters (the limit is ${inFull(MAX_TURN)}). Split it.`,
    );
  }
  if (text.length <= MAX_RUN) return;
  for (const [run] of text.matchAll(RUN)) {
    if (run.length <= MAX_RUN) continue;
    throw new UnreadableFile(
      `${what} has ${inFull(run.length)} characters without a space, ${shown(run)} (the limit is ${inFull(MAX_RUN)}). Remove anything that is not speech.`,
    );
  }
}

const tooMany = (count: number, what: string, limit: number): UnreadableFile =>
  new UnreadableFile(`It has ${inFull(count)} ${what} (the limit is ${inFull(limit)}). Split it.`);

/** The beginning of a text, short enough for a message. */
export const shown = (text: string): string =>
  JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text);

const inFull = (count: number): string => count.toLocaleString('en');
