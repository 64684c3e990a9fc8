import type { StoredQuote } from '../../db/queries/analysis/quotes.js';

/**
 * Quotes of a corrected transcript with the ids that they had: what was said is the same, though lines above it
 * came or went. The same words at the same place are sure; other words find themselves by what they say.
 */
export function keepIds(
  quotes: readonly StoredQuote[],
  before: readonly { quoteId: string; quote: string }[],
): StoredQuote[] {
  const inPlace = new Set(quotes.map(({ quoteId }) => quoteId));
  const moved = new Map<string, string[]>();
  for (const { quoteId, quote } of before) {
    if (!inPlace.has(quoteId)) moved.set(quote, [...(moved.get(quote) ?? []), quoteId]);
  }
  const known = new Set(before.map(({ quoteId }) => quoteId));
  return quotes.map((quote) => {
    const id = known.has(quote.quoteId) ? undefined : moved.get(quote.quote)?.shift();
    return id === undefined ? quote : { ...quote, quoteId: id };
  });
}
