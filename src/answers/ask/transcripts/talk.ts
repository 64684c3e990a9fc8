import type { TeamDatabase } from '../../../../db/team-database.js';
import { QUALITY_BAR } from '../../../core/numbers.js';
import { lastQuestion, turnsToQuestion } from '../../../language/last-question.js';
import { type Span, sentencesOf } from '../../../language/sentences.js';
import { words } from '../../../language/tokens.js';
import { type Talk, transcripts } from '../../queries/transcripts.js';
import type { Said } from '../answer.js';
import { pauses } from './pauses.js';

const mostInterviews = 12;
/** An hour of talk takes about 70 kB. A transcript of more than four hours is left out. */
const mostBytes = { each: 300_000, together: 900_000 };
/** Words kept of a question, from its end, which is what it asks. */
const wordsOfQuestion = 25;
/** Characters read at the end of a turn to find the question: some turns are very long. */
const reach = 450;

/**
 * Reads transcripts for a question: those of the source items, best first, and as many of the newest others of their
 * studies as there is room for. If `people` is given, only theirs.
 */
export function readTranscripts(
  db: TeamDatabase,
  sourceItemIds: readonly string[],
  people: readonly string[] | null,
): Promise<Talk[]> {
  const ids = [...new Set(sourceItemIds)].slice(0, mostInterviews);
  const { each, together } = mostBytes;
  return db.rows(transcripts, ids, people, mostInterviews, QUALITY_BAR, each, together);
}

/** Characters of a turn shown as one quote; a single sentence may be longer. */
export const longestShown = 450;

/** A participant's turn. */
export interface Spoken {
  talk: Talk;
  /** Its index in the transcript. */
  number: number;
  text: string;
  sentences: readonly Sentence[];
  /** End of the question before it; may be empty. */
  asked: string;
  /** True if it is the participant's first turn since that question. */
  isAnswer: boolean;
}

interface Sentence extends Span {
  /** True if it overlaps a quote that a person removed. */
  isLeftOut: boolean;
  words: number;
}

/** The participants' turns of talks, in order. */
export async function spokenIn(talks: readonly Talk[]): Promise<Spoken[]> {
  const pause = pauses();
  const turns: Spoken[] = [];
  for (const talk of talks) {
    for (const turn of turnsOf(talk)) {
      turns.push(turn);
      await pause();
    }
  }
  return turns;
}

function* turnsOf(talk: Talk): Generator<Spoken> {
  const asks = askers(talk);
  for (const [number, { speaker, text }] of talk.transcript.entries()) {
    if (asks(speaker) || text === speaker) continue; // erasing a participant blacks out both
    const leftOut = talk.removed.flatMap((quote) => placesOf(quote, text));
    const sentences = sentencesOf(text).map(({ start, end }): Sentence => {
      const isLeftOut = leftOut.some((quote) => start < quote.end && end > quote.start);
      return { start, end, isLeftOut, words: words(text.slice(start, end)).length };
    });
    yield { talk, number, text, sentences, ...questionBefore(talk, number, asks) };
  }
}

/** A participant's words in a transcript that are not a stored quote. */
export interface TranscriptPassage extends Said {
  evidenceId: null;
  /** The question that it answers; may be empty. */
  asked: string;
}

export const passageOf = (
  { talk, text, asked, isAnswer }: Spoken,
  span: Span,
): TranscriptPassage => ({
  evidenceId: null,
  quote: text.slice(span.start, span.end),
  asked: isAnswer ? asked : '',
  sourceItemId: talk.sourceItemId,
  studyId: talk.studyId,
  studyName: talk.studyName,
  participantId: talk.participantId,
  participantName: talk.participantName,
  capturedAt: talk.capturedAt,
});

/** Every place of a quote in a text. */
export function placesOf(quote: string, text: string): Span[] {
  const found: Span[] = [];
  for (let at = text.indexOf(quote); at >= 0 && quote !== ''; at = text.indexOf(quote, at + 1)) {
    found.push({ start: at, end: at + quote.length });
  }
  return found;
}

/**
 * Returns a function that is true for speakers other than the participant. An imported transcript does not say who
 * asks: there everyone is an interviewer except the participant by name, or a single speaker.
 */
function askers({ interviewers, transcript, participantName }: Talk): (speaker: string) => boolean {
  const plain = (name: string): string => name.trim().toLowerCase();
  if (interviewers.length > 0) {
    const names = new Set(interviewers.map(plain));
    return (speaker) => names.has(plain(speaker));
  }
  const speakers = new Set(transcript.map(({ speaker }) => plain(speaker)));
  if (speakers.size === 1) return () => false;
  return (speaker) => plain(speaker) !== plain(participantName);
}

/** Returns the question before a turn, skipping bare agreement in between. */
function questionBefore(
  { transcript }: Talk,
  number: number,
  asks: (speaker: string) => boolean,
): Pick<Spoken, 'asked' | 'isAnswer'> {
  const before = transcript.slice(Math.max(0, number - turnsToQuestion), number);
  const asking = before.flatMap(({ speaker, text }) => (asks(speaker) ? text.slice(-reach) : []));
  const sinceOwn = before.slice(before.findLastIndex(({ speaker }) => !asks(speaker)) + 1);
  const isAnswer = lastQuestion(sinceOwn.map(({ text }) => text.slice(-reach))) !== '';
  return { asked: lastWords(lastQuestion(asking), wordsOfQuestion).toWellFormed(), isAnswer };
}

/** The last words of a text, from the beginning of a word. */
const lastWords = (text: string, most: number): string =>
  text.slice(-reach).trim().split(/\s+/).slice(-most).join(' ');
