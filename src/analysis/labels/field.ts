import { tellingTerms } from '../../language/tokens.js';
import { nounsOf } from '../grouping/nouns.js';
import { wideFrom, wideShare } from '../grouping/subjects.js';

/** The background of quotes that are named together; what they all share does not distinguish groups. */
export interface Field {
  isWide(term: string): boolean;
  isNoun(word: string): boolean;
}

export function fieldOf(quotes: readonly string[]): Field {
  const counts = new Map<string, number>();
  for (const term of quotes.flatMap((quote) => [...new Set(tellingTerms(quote))])) {
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const widest = Math.max(2 * wideFrom, wideShare * quotes.length);
  const isNoun = nounsOf(quotes);
  return { isWide: (term) => (counts.get(term) ?? 0) > widest, isNoun };
}
