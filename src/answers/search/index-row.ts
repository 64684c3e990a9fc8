import { createHash } from 'node:crypto';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { IndexedRow } from '../../../db/queries/search-index.js';
import { terms, words } from '../../language/tokens.js';
import type { Place, QuotePlaces } from './quote-finder.js';

const mostContextTerms = 80;
/** Milliseconds of work after which the event loop gets a turn: an interview may have thousands of quotes. */
const busyMs = 20;
/** A turn adds a little more than its words: a change of speaker is a step as well. */
const wordsBetweenQuotes = 2;
/**
 * Scales positions in a transcript, which has more words between quotes than a list of quotes shows. Positions count
 * words of quotes.
 */
const wordsOfTranscript = 0.6;

const byIdAsPeopleCount = new Intl.Collator('en', { numeric: true });

export interface SearchRow extends Omit<IndexedRow, 'quote' | 'context' | 'timeInCallSecs'> {
  /** The group talk that the source item was taken from; null if it holds its talk whole. */
  talkId: string | null;
  position: number;
  quoteTerms: string;
  contextTerms: string;
  aroundTerms: string;
  quoteDigest: string;
}

/**
 * The index rows of one source item's quotes. Their positions come from its transcript; without
 * one, or if it lacks one of the quotes, from the order in which they were said. Without times, ids
 * give the order: sources that number quotes number them in order.
 */
export async function indexRows(
  rows: readonly IndexedRow[],
  passages?: QuotePlaces,
): Promise<SearchRow[]> {
  const indexed: {
    row: IndexedRow;
    quoteTerms: string[];
    contextTerms: string;
    place: Place | undefined;
  }[] = [];
  /** Quotes of one theme and person have the same context. */
  const contexts = new Map<string, string>();
  let since = performance.now();
  for (const row of rows.toSorted(inOrderSaid)) {
    const known = contexts.get(row.context) ?? contextTermsOf(row.context);
    contexts.set(row.context, known);
    const place = passages?.find(row.quote);
    indexed.push({ row, quoteTerms: terms(row.quote), contextTerms: known, place });
    if (performance.now() - since < busyMs) continue;
    await othersTurn();
    since = performance.now();
  }
  const inTranscript = indexed.every(({ place }) => place);
  let end = 0;
  return indexed.map(
    ({
      row: { quote, context: _, timeInCallSecs: __, ...row },
      quoteTerms,
      contextTerms,
      place,
    }) => {
      const start = end;
      end += quoteTerms.length + wordsBetweenQuotes;
      const middle = (start + end) / 2;
      return {
        ...row,
        talkId: (inTranscript && passages?.talkId) || null,
        position: Math.round(inTranscript ? middleOf(place!, quoteTerms) : middle),
        quoteTerms: quoteTerms.join(' '),
        contextTerms,
        aroundTerms: place?.around.join(' ') ?? '',
        quoteDigest: quoteDigest(quote),
      };
    },
  );
}

const contextTermsOf = (context: string): string =>
  [...new Set(terms(context))].slice(0, mostContextTerms).join(' ');

const middleOf = ({ start }: Place, quoteTerms: readonly string[]): number =>
  wordsOfTranscript * (start + quoteTerms.length / 2);

/** A hash that is equal for texts with the same words, regardless of case and punctuation. */
export function quoteDigest(text: string): string {
  return createHash('md5').update(words(text).join(' ')).digest('hex');
}

function inOrderSaid(a: IndexedRow, b: IndexedRow): number {
  const byTime =
    (a.timeInCallSecs ?? Number.POSITIVE_INFINITY) - (b.timeInCallSecs ?? Number.POSITIVE_INFINITY);
  return byTime || byIdAsPeopleCount.compare(a.evidenceId, b.evidenceId);
}
