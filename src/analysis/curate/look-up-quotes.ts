import { setImmediate } from 'node:timers/promises';
import { ExtractedQuote } from '../../../db/entities/analysis.js';
import { SourceItem, type SourceItemStatus, type Turn } from '../../../db/entities/source-item.js';
import type { Context } from '../../core/context.js';
import { invalidRequest } from '../../core/errors.js';
import { groupBy } from '../../core/group-by.js';
import { QUALITY_BAR } from '../../core/numbers.js';
import { cut } from '../../core/words.js';
import type { Span } from '../../language/sentences.js';
import { isInterviewer, type Transcript } from '../analyst.js';
import { NO_CODING } from '../claims/code-quotes.js';
import { quoteId } from '../ids.js';
import { itemToRead, type ReadItem, type StoredQuote, storeQuotes } from '../queries/quotes.js';
import { toFoundQuote } from '../quotes/extract-quotes.js';
import { QUOTE_LENGTH, QuotedText } from '../quotes/locate-quote.js';
import { interviewQuality, spokenWords } from '../quotes/quality.js';

/** Problems that a refusal lists. */
const PROBLEMS_LISTED = 5;

/** Words from an interview's transcript, to be placed under a belief. */
export interface SaidWords {
  /** The interview's `sourceItemId`. */
  interviewId: string;
  /** Copied from one turn of the participant; white space and the shape of quotation marks may differ. */
  words: string;
  /** True if the words contradict the belief. */
  against: boolean;
}

/** A quote cut out of a transcript, with the interview that it belongs to. */
export interface TranscriptQuote extends StoredQuote {
  sourceItemId: string;
  studyId: string;
  /** The words as they were given; `quote` is the transcript's own text. */
  words: string;
}

/**
 * Looks up words in the transcripts and returns them as quotes for or against entry `entryId`, as the participant said
 * them. Of words that overlap, the first are returned. Throws `invalid_request` with every problem if any of the words
 * were not said by the participant of their interview.
 */
export async function lookUpQuotes(
  tx: Context,
  said: readonly SaidWords[],
  entryId: string,
): Promise<TranscriptQuote[]> {
  const found: TranscriptQuote[] = [];
  const problems: string[] = [];
  for (const [interviewId, ofInterview] of groupBy(said, (one) => one.interviewId)) {
    const item = await tx.db.row(itemToRead, interviewId);
    const why = whyNotQuoted(item);
    if (!item || why) {
      problems.push(`${why}: ${cut(interviewId, 80)}`);
      continue;
    }
    const transcript = { turns: item.transcript ?? [], interviewers: item.interviewers };
    const turns = transcript.turns.map(({ text }) => new QuotedText(text));
    await setImmediate(); // the lookup in a long transcript keeps the processor busy
    for (const { words, against } of ofInterview) {
      const place = placeOf(transcript, turns, words);
      if (typeof place === 'string') {
        problems.push(`${place}: ${JSON.stringify(cut(words, 80))}, ${interviewId}`);
        continue;
      }
      const quote = {
        ...storedQuote(transcript, place, { interviewId, entryId, against }),
        ...{ sourceItemId: interviewId, studyId: item.studyId, words },
      };
      if (!found.some((other) => overlaps(other, quote))) found.push(quote);
    }
  }
  if (problems.length > 0) throw invalidRequest(refusalOf(problems));
  return found;
}

/** Returns the words that became none of these quotes, since they overlap another one. */
export const leftOutOf = (
  said: readonly SaidWords[],
  quotes: readonly TranscriptQuote[],
): string[] =>
  said
    .filter(
      ({ interviewId, words }) =>
        !quotes.some((quote) => quote.sourceItemId === interviewId && quote.words === words),
    )
    .map(({ words }) => words);

/**
 * Stores quotes from transcripts; those that are stored already stay as they are. An interview counts from then on, also
 * if its reading found too little to quote.
 */
export async function storeQuotedWords(
  tx: Context,
  quotes: readonly TranscriptQuote[],
): Promise<void> {
  for (const [sourceItemId, own] of groupBy(quotes, (quote) => quote.sourceItemId)) {
    await tx.db.rows(storeQuotes, JSON.stringify(own), sourceItemId);
    const { status, qualityScore } = (await tx.db.findOne(SourceItem, {
      sourceItemId,
    })) as SourceItem;
    if (status === 'analyzed' && (qualityScore ?? 1) >= QUALITY_BAR) continue;
    const { transcript, interviewers } = (await tx.db.row(itemToRead, sourceItemId)) as ReadItem;
    const stored = await tx.db.find(ExtractedQuote, { sourceItemId, dropped: false });
    const passages = new Set(stored.map(({ turn, startChar }) => `${turn} ${startChar}`));
    const spoken = spokenWords({ turns: transcript ?? [], interviewers });
    const quality = interviewQuality({ ...spoken, quotes: passages.size });
    await tx.db.update(SourceItem, { sourceItemId }, quality);
  }
}

interface PlaceInTalk {
  turn: number;
  span: Span;
}

function storedQuote(
  transcript: Transcript,
  { turn, span }: PlaceInTalk,
  coding: { interviewId: string; entryId: string; against: boolean },
): StoredQuote {
  const { text, atSecs = null } = transcript.turns[turn] as Turn;
  const quote = text.slice(span.start, span.end);
  return {
    ...toFoundQuote(transcript, turn, span),
    ...{ quoteId: quoteId(coding.interviewId, turn, span.start, quote, coding.entryId) },
    ...{ startChar: span.start, endChar: span.end, quote, atSecs, tags: [] },
    ...NO_CODING,
    ...(coding.against && { entryId: coding.entryId, stance: 'contradicts', certainty: 1 }),
  };
}

/** The reason why an interview has no words that can be quoted. */
function whyNotQuoted(
  item: { status: SourceItemStatus; transcript: Turn[] | null } | undefined,
): string | undefined {
  if (!item) return 'there is no such interview';
  if (item.status !== 'analyzed' && item.status !== 'insufficient') return WHY_NOT[item.status];
  return item.transcript ? undefined : 'only quotes of this interview are stored, no transcript';
}

const WHY_NOT: Record<Exclude<SourceItemStatus, 'analyzed' | 'insufficient'>, string> = {
  in_progress: 'this interview is still in progress',
  processing: 'this interview has not been read yet',
  failed: 'the file of this interview could not be read',
  analysis_failed: 'this interview could not be read',
};

/** The first place of the words in a turn of the participant, or the reason why there is none. */
function placeOf(
  transcript: Transcript,
  turns: readonly QuotedText[],
  words: string,
): PlaceInTalk | string {
  let byInterviewer = false;
  for (const [turn, { speaker }] of transcript.turns.entries()) {
    const span = turns[turn]?.find(words);
    if (!span) continue;
    if (isInterviewer(transcript, speaker)) {
      byInterviewer = true;
      continue;
    }
    const length = span.end - span.start;
    if (length >= QUOTE_LENGTH.min && length <= QUOTE_LENGTH.max) return { turn, span };
    return `a quote has ${QUOTE_LENGTH.min} to ${QUOTE_LENGTH.max} characters, not ${length}`;
  }
  return byInterviewer
    ? 'someone else says this, not the participant'
    : 'no turn of the participant has these words, character by character';
}

/** True for two quotes of one interview that share characters. */
export const overlaps = (
  a: Pick<TranscriptQuote, 'sourceItemId' | 'turn' | 'startChar' | 'endChar'>,
  b: Pick<TranscriptQuote, 'sourceItemId' | 'turn' | 'startChar' | 'endChar'>,
): boolean =>
  a.sourceItemId === b.sourceItemId &&
  a.turn === b.turn &&
  (a.startChar ?? 0) < (b.endChar ?? 0) &&
  (b.startChar ?? 0) < (a.endChar ?? 0);

function refusalOf(problems: readonly string[]): string {
  const listed = problems.slice(0, PROBLEMS_LISTED).join('; ');
  const more = problems.length - PROBLEMS_LISTED;
  return `Nothing was stored: ${listed}${more > 0 ? `; and ${more} more` : ''}.`;
}
