import { everydayShare } from '../../language/everyday-share.js';
import { relatedTerms } from '../../language/thesaurus.js';
import { terms } from '../../language/tokens.js';
import { talkWeight } from './talk-words.js';

// Tuned on five sets of real material (bench/themes); the results change little around them.
const pairShare = 0.5;
const relatedShare = 0.3;
const everydayTexts = 300;

/** A way to split texts into features. */
export type Features = (text: string) => Map<string, number>;

/** Stems, and pairs of consecutive stems. */
export const stemsAndPairs: Features = (text) => {
  const sequence = terms(text);
  const found = counted(sequence);
  for (const [index, term] of sequence.slice(1).entries()) {
    found.set(`${sequence[index]} ${term}`, pairShare);
  }
  return found;
};

/** Stems, with related words at a lower weight. */
export const stemsAndRelated: Features = (text) => {
  const said = counted(terms(text));
  const found = new Map(said);
  for (const [term, count] of said) {
    for (const related of relatedTerms(term)) {
      found.set(related, Math.max(found.get(related) ?? 0, relatedShare * count));
    }
  }
  return found;
};

/** The weight of a term or pair among `texts` texts. A study has few texts, so frequencies in everyday English are used as well. */
export function rarity(term: string, inTexts: number, texts: number): number {
  const held = inTexts + everydayTexts * everydayShare(term);
  const rare = Math.log(1 + (texts + everydayTexts - held + 0.5) / (held + 0.5));
  return rare * Math.min(...term.split(' ').map(talkWeight));
}

function counted(list: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}
