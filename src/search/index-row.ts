import { createHash } from 'node:crypto';
import type { IndexedRow } from '../../db/queries/evidence-search.js';
import { terms, words } from './tokens.js';

const mostContextTerms = 80;
/** A turn costs a little more than its words: changing the speaker is a step as well. */
const wordsBetweenQuotes = 2;

const byIdAsPeopleCount = new Intl.Collator('en', { numeric: true });

export interface SearchRow extends Omit<IndexedRow, 'quote' | 'context' | 'timeInCallSecs'> {
  position: number;
  quoteTerms: string;
  contextTerms: string;
  quoteDigest: string;
}

/**
 * The index rows of one source item's quotes, in the order in which they were said. Without times
 * the ids tell it: whoever numbers quotes numbers them in order.
 */
export function indexRows(rows: readonly IndexedRow[]): SearchRow[] {
  let position = 0;
  return rows.toSorted(inOrderSaid).map(({ quote, context, timeInCallSecs: _, ...row }) => {
    const quoteTerms = terms(quote);
    const start = position;
    position += quoteTerms.length + wordsBetweenQuotes;
    return {
      ...row,
      position: Math.round((start + position) / 2),
      quoteTerms: quoteTerms.join(' '),
      contextTerms: [...new Set(terms(context))].slice(0, mostContextTerms).join(' '),
      quoteDigest: quoteDigest(quote),
    };
  });
}

/** Equal for texts of the same words, whatever their case and punctuation. */
export function quoteDigest(text: string): string {
  return createHash('md5').update(words(text).join(' ')).digest('hex');
}

function inOrderSaid(a: IndexedRow, b: IndexedRow): number {
  const byTime =
    (a.timeInCallSecs ?? Number.POSITIVE_INFINITY) - (b.timeInCallSecs ?? Number.POSITIVE_INFINITY);
  return byTime || byIdAsPeopleCount.compare(a.evidenceId, b.evidenceId);
}
