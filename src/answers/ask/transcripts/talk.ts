import type { TeamDatabase } from '../../../../db/team-database.js';
import { QUALITY_BAR } from '../../../core/decisions.js';
import { lastAsked, turnsToQuestion } from '../../../language/listening.js';
import { type Span, sentencesOf } from '../../../language/sentences.js';
import { words } from '../../../language/tokens.js';
import { type Talk, transcripts } from '../../queries/transcripts.js';
import type { Said } from '../answer.js';
import { pauses } from './pauses.js';

const mostInterviews = 12;
/** An hour of talk takes some 70 kB. A transcript of more than four hours is left out. */
const mostBytes = { each: 300_000, together: 900_000 };
/** The end of a question asks it. */
const wordsOfQuestion = 25;
/** Characters that are looked at for words: some turns are talks of their own. */
const reach = 450;

/**
 * The transcripts that are read for a question: those of these source items, the best one first, and as many other new ones
 * of their studies as there is room for; only of these people, if any are named.
 */
export function readTalks(
  db: TeamDatabase,
  sourceItemIds: readonly string[],
  people: readonly string[] | null,
): Promise<Talk[]> {
  const ids = [...new Set(sourceItemIds)].slice(0, mostInterviews);
  const { each, together } = mostBytes;
  return db.rows(transcripts, ids, people, mostInterviews, QUALITY_BAR, each, together);
}

/** Characters of a turn that are shown as one quote, mostly. */
export const longestShown = 450;

/** A participant's turn. */
export interface Spoken {
  talk: Talk;
  /** Its place in the transcript. */
  number: number;
  text: string;
  sentences: readonly Sentence[];
  /** The end of what was asked before it; may be empty. */
  asked: string;
  /** True if it is the first turn of the participant since that was asked. */
  isAnswer: boolean;
}

interface Sentence extends Span {
  /** True if a person took a quote with words of it out. */
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
    if (asks(speaker) || text === speaker) continue; // both are blacked out when somebody is erased
    const leftOut = talk.removed.flatMap((quote) => placesOf(quote, text));
    const sentences = sentencesOf(text).map(({ start, end }): Sentence => {
      const isLeftOut = leftOut.some((quote) => start < quote.end && end > quote.start);
      return { start, end, isLeftOut, words: words(text.slice(start, end)).length };
    });
    yield { talk, number, text, sentences, ...questionBefore(talk, number, asks) };
  }
}

/** Words of a participant as they stand in a transcript; no quote was kept of them. */
export interface TranscriptPassage extends Said {
  evidenceId: null;
  /** The question that it is the answer to; may be empty. */
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
 * Tells who is not the participant. An imported transcript does not say who asks: there only the participant's own
 * name counts, or a single speaker.
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

/** Returns what was asked before a turn, without bare agreement in between. */
function questionBefore(
  { transcript }: Talk,
  number: number,
  asks: (speaker: string) => boolean,
): Pick<Spoken, 'asked' | 'isAnswer'> {
  const before = transcript.slice(Math.max(0, number - turnsToQuestion), number);
  const asking = before.flatMap(({ speaker, text }) => (asks(speaker) ? text.slice(-reach) : []));
  const sinceOwn = before.slice(before.findLastIndex(({ speaker }) => !asks(speaker)) + 1);
  const isAnswer = lastAsked(sinceOwn.map(({ text }) => text.slice(-reach))) !== '';
  return { asked: lastWords(lastAsked(asking), wordsOfQuestion).toWellFormed(), isAnswer };
}

/** The last words of a text, from the beginning of a word. */
const lastWords = (text: string, most: number): string =>
  text.slice(-reach).trim().split(/\s+/).slice(-most).join(' ');
