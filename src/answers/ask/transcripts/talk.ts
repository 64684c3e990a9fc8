import type { EvidenceRow } from '../../../../db/queries/evidence.js';
import type { TeamDatabase } from '../../../../db/team-database.js';
import { QUALITY_BAR } from '../../../core/decisions.js';
import { words } from '../../../language/tokens.js';
import { type Talk, transcripts } from '../../queries/transcripts.js';

/** Interviews that are read for a question; the best quotes of most questions come from fewer. */
const mostInterviews = 12;
/** An hour of talk takes some 70 kB. A transcript of more than four hours is left out. */
const mostBytes = { each: 300_000, together: 900_000 };
/** Words of the same turn that tell what a quote means: its condition, its reason, how it ended. */
const aroundQuote = { before: 30, after: 45 };
/** The end of a question asks it. An answer may follow "Okay." or "Got it." */
const question = { words: 40, least: 5, turnsBefore: 3 };
/** Characters that are looked at for words: some turns are talks of their own. */
const reach = 450;

/** The transcripts of interviews, the best one first, as many as are read for a question. */
export function readTalks(db: TeamDatabase, sourceItemIds: readonly string[]): Promise<Talk[]> {
  const { each, together } = mostBytes;
  const ids = [...new Set(sourceItemIds)].slice(0, mostInterviews);
  return db.rows(transcripts, ids, QUALITY_BAR, each, together);
}

/** Words around a quote in its transcript. Each may be empty. */
export interface AroundQuote {
  /** The end of what was asked before it. */
  asked: string;
  /** The speaker's own words in the same turn. */
  before: string;
  after: string;
}

/** Returns the words around quotes that are found in their transcripts, by the ids of the quotes. */
export function aroundQuotes(
  talks: readonly Talk[],
  quotes: readonly EvidenceRow[],
): Map<string, AroundQuote> {
  const found = new Map<string, AroundQuote>();
  for (const talk of talks) {
    const asks = askers(talk);
    for (const { evidenceId, quote, sourceItemId } of quotes) {
      if (sourceItemId !== talk.sourceItemId) continue;
      const number = talk.transcript.findIndex(
        ({ speaker, text }) => !asks(speaker) && text.includes(quote),
      );
      const text = talk.transcript[number]?.text;
      if (text === undefined || talk.removed.some((one) => text.includes(one))) continue;
      const start = text.indexOf(quote);
      found.set(evidenceId, {
        asked: questionBefore(talk, number, asks),
        before: lastWords(text.slice(0, start), aroundQuote.before),
        after: firstWords(text.slice(start + quote.length), aroundQuote.after),
      });
    }
  }
  return found;
}

/**
 * Tells who is not the participant. An imported transcript does not say who asks: there only the participant's own
 * name counts, or a single speaker.
 */
export function askers({
  interviewers,
  transcript,
  participantName,
}: Talk): (speaker: string) => boolean {
  const plain = (name: string): string => name.trim().toLowerCase();
  if (interviewers.length > 0) {
    const names = new Set(interviewers.map(plain));
    return (speaker) => names.has(plain(speaker));
  }
  const speakers = new Set(transcript.map(({ speaker }) => plain(speaker)));
  if (speakers.size === 1) return () => false;
  return (speaker) => plain(speaker) !== plain(participantName);
}

/** The end of what was asked before a turn, without bare agreement in between. */
export function questionBefore(
  { transcript }: Talk,
  number: number,
  asks: (speaker: string) => boolean,
): string {
  const before = transcript.slice(Math.max(0, number - question.turnsBefore), number);
  const asked = before.findLast(
    ({ speaker, text }) => asks(speaker) && words(text.slice(0, reach)).length >= question.least,
  );
  return asked === undefined ? '' : endOf(asked.text);
}

const endOf = (text: string): string => lastWords(text, question.words);

/** The last words of a text, from the beginning of a word. */
const lastWords = (text: string, most: number): string =>
  text.slice(-reach).trim().split(/\s+/).slice(-most).join(' ');

const firstWords = (text: string, most: number): string =>
  text.slice(0, reach).trim().split(/\s+/).slice(0, most).join(' ');
