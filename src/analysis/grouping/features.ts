import { everydayShare } from '../../language/everyday-share.js';
import { relatedTerms } from '../../language/thesaurus.js';
import { terms, words } from '../../language/tokens.js';
import { saysNothing, talkWeight } from './talk-words.js';

// Tuned on five sets of real material (bench/themes); the results change little around them.
const pairShare = 0.5;
const relatedShare = 0.3;
const everydayTexts = 300;
const shortestPiece = 3;
const longestPiece = 5;
const commonPieces = 0.2;
const alwaysKept = 8;

/** A way to split texts into features, and the weight of each feature among `texts` texts. */
export interface Features {
  of(text: string): Map<string, number>;
  weight(feature: string, inTexts: number, texts: number): number;
}

/** Stems, and pairs of consecutive stems. */
export const stemsAndPairs: Features = {
  of(text) {
    const sequence = terms(text);
    const found = counted(sequence);
    for (const [index, term] of sequence.slice(1).entries()) {
      found.set(`${sequence[index]} ${term}`, pairShare);
    }
    return found;
  },
  weight: rarity,
};

/** Stems, with related words at a lower weight. */
export const stemsAndRelated: Features = {
  of(text) {
    const said = counted(terms(text));
    const found = new Map(said);
    for (const [term, count] of said) {
      for (const related of relatedTerms(term)) {
        found.set(related, Math.max(found.get(related) ?? 0, relatedShare * count));
      }
    }
    return found;
  },
  weight: rarity,
};

/** Character n-grams, which match across endings, compounds and misspellings. */
export const pieces: Features = {
  of: (text) =>
    counted(
      words(text)
        .filter((word) => !saysNothing(word))
        .flatMap(piecesOf),
    ),
  weight: (_piece, inTexts, texts) =>
    inTexts > Math.max(alwaysKept, commonPieces * texts)
      ? 0
      : Math.log((1 + texts) / (1 + inTexts)) + 1,
};

/** The rarity of a term. A study has few texts, so frequencies in everyday English are used as well. */
function rarity(term: string, inTexts: number, texts: number): number {
  const held = inTexts + everydayTexts * everydayShare(term);
  const rare = Math.log(1 + (texts + everydayTexts - held + 0.5) / (held + 0.5));
  return rare * Math.min(...term.split(' ').map(talkWeight));
}

function piecesOf(word: string): string[] {
  const marked = ` ${word} `;
  const found: string[] = [];
  for (let length = shortestPiece; length <= longestPiece; length++) {
    if (marked.length <= length) return [...found, marked];
    for (let start = 0; start + length <= marked.length; start++) {
      found.push(marked.slice(start, start + length));
    }
  }
  return found;
}

function counted(list: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}
