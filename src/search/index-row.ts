import { createHash } from 'node:crypto';
import type { IndexedRow } from '../../db/queries/evidence-search.js';
import { terms, words } from './tokens.js';
import type { Place, Transcript } from './transcript.js';

const mostContextTerms = 80;
/** A turn costs a little more than its words: changing the speaker is a step as well. */
const wordsBetweenQuotes = 2;
/** Positions count words of quotes. A transcript has more words between them than a list of its quotes tells. */
const wordsOfTranscript = 0.6;

const byIdAsPeopleCount = new Intl.Collator('en', { numeric: true });

export interface SearchRow extends Omit<IndexedRow, 'quote' | 'context' | 'timeInCallSecs'> {
  position: number;
  quoteTerms: string;
  contextTerms: string;
  aroundTerms: string;
  quoteDigest: string;
}

/**
 * The index rows of one source item's quotes. Where they stand tells its transcript; without one, or where
 * it lacks one of them, the order in which they were said. Without times the ids tell that: whoever numbers
 * quotes numbers them in order.
 */
export function indexRows(rows: readonly IndexedRow[], transcript?: Transcript): SearchRow[] {
  const ordered = rows.toSorted(inOrderSaid);
  const indexed = ordered.map((row) => ({
    row,
    quoteTerms: terms(row.quote),
    place: transcript?.find(row.quote),
  }));
  const inTranscript = indexed.every(({ place }) => place);
  let end = 0;
  return indexed.map(
    ({ row: { quote, context, timeInCallSecs: _, ...row }, quoteTerms, place }) => {
      const start = end;
      end += quoteTerms.length + wordsBetweenQuotes;
      const middle = (start + end) / 2;
      return {
        ...row,
        position: Math.round(inTranscript ? middleOf(place!, quoteTerms) : middle),
        quoteTerms: quoteTerms.join(' '),
        contextTerms: [...new Set(terms(context))].slice(0, mostContextTerms).join(' '),
        aroundTerms: place?.around.join(' ') ?? '',
        quoteDigest: quoteDigest(quote),
      };
    },
  );
}

const middleOf = ({ start }: Place, quoteTerms: readonly string[]): number =>
  wordsOfTranscript * (start + quoteTerms.length / 2);

/** Equal for texts of the same words, whatever their case and punctuation. */
export function quoteDigest(text: string): string {
  return createHash('md5').update(words(text).join(' ')).digest('hex');
}

function inOrderSaid(a: IndexedRow, b: IndexedRow): number {
  const byTime =
    (a.timeInCallSecs ?? Number.POSITIVE_INFINITY) - (b.timeInCallSecs ?? Number.POSITIVE_INFINITY);
  return byTime || byIdAsPeopleCount.compare(a.evidenceId, b.evidenceId);
}
