import { tellingTerms } from '../../search/tokens.js';
import { type Claims, claimsIn } from '../claims/claims-in.js';
import { nounsOf } from '../grouping/nouns.js';
import { wideFrom, wideShare } from '../grouping/subjects.js';

/** What quotes that are named together have in common: it tells none of their groups from another. */
export interface Field {
  isWide(term: string): boolean;
  isNoun(word: string): boolean;
  /** What a text claims; read once. */
  claimsIn(text: string): Claims;
}

export function fieldOf(quotes: readonly string[]): Field {
  const counts = new Map<string, number>();
  for (const term of quotes.flatMap((quote) => [...new Set(tellingTerms(quote))])) {
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const widest = Math.max(2 * wideFrom, wideShare * quotes.length);
  const isNoun = nounsOf(quotes);
  const read = new Map<string, Claims>();
  return {
    isWide: (term) => (counts.get(term) ?? 0) > widest,
    isNoun,
    claimsIn(text) {
      const claims = read.get(text) ?? claimsIn(text, isNoun);
      read.set(text, claims);
      return claims;
    },
  };
}
