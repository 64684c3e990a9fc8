import { alternativeTerms } from '../../language/thesaurus.js';
import { termOf } from '../../language/tokens.js';
import type { Concept, QueryModel } from '../search/concept.js';
import type { Conditions } from './conditions.js';

/** A question that a belief is said to answer. */
export interface KnownQuestion {
  text: string;
  terms: ReadonlySet<string>;
}

/** The terms of a belief's own texts. */
export interface BeliefWords {
  label: ReadonlySet<string>;
  /** Terms of its description and implication. */
  description: ReadonlySet<string>;
  /** Terms of its description and of all questions that it is said to answer. */
  definition: ReadonlySet<string>;
  questions: readonly KnownQuestion[];
  /** Terms of its themes and of why each is linked, by theme id. */
  themes: ReadonlyMap<string, ReadonlySet<string>>;
}

// Chosen on the demo team and two snapshots (docs/decisions/answers.md); nearby values give the same order.
const certainty = { label: 0.7, description: 0.6, themes: 0.5 };
const spokenWeight = 0.7;
/** Weight of the likeness to a belief's questions. */
export const likenessWeight = 2;
const eachFurtherQuote = 0.6;
/** Strength of a mention by a synonym that may never occur in the team's material. */
export const synonymShare = 0.3;

/** Words that only shape a question ("what is hardest about …", "does it ever happen that …"). */
const shapingTerms: ReadonlySet<string> = new Set(
  `good bad enough ever still happen happens hard hardest biggest worst best easiest rather possible must actually
  anybody everyone everybody somebody view views matter matters true list`
    .split(/\s+/)
    .map(termOf),
);
const shapingShare = 0.3;

/** True for a word that says little about a question's subject. */
export const isShapingTerm = (term: string, { product }: Pick<Conditions, 'product'>): boolean =>
  shapingTerms.has(term) || product.includes(term);

/** Share of its weight that a word of a question keeps when quotes and beliefs are ranked. */
export const askedShare =
  (conditions: Pick<Conditions, 'product'>) =>
  (term: string): number =>
    isShapingTerm(term, conditions) ? shapingShare : 1;

/** Share of a question that the label, description and themes of a belief mention, 0 to 1. */
export function mentionedShare({ concepts }: QueryModel, words: BeliefWords): number {
  let total = 0;
  let mentioned = 0;
  for (const concept of concepts) {
    const missed =
      (1 - certainty.label * mentionIn(concept, words.label)) *
      (1 - certainty.description * mentionIn(concept, words.description)) *
      (1 - certainty.themes * mentionInThemes(concept, words));
    total += concept.weight;
    mentioned += concept.weight * (1 - missed);
  }
  return total > 0 ? mentioned / total : 0;
}

/**
 * Relevance of a belief to a question: the share of the question that it mentions, plus the likeness to its questions,
 * plus the scores of its quotes (best first), each counting for less than the one before. A belief with a quote that is
 * the question, word for word, comes before all others.
 */
export function relevance(mentioned: number, likeness: number, scores: readonly number[]): number {
  const spoken = scores.reduce((sum, score, place) => sum + score * eachFurtherQuote ** place, 0);
  const pasted = scores[0] === 1 ? 1 : 0;
  return mentioned + likenessWeight * likeness + spokenWeight * spoken + pasted;
}

/** Strength with which the clearest theme of a belief mentions a concept, 0 to 1. */
const mentionInThemes = (concept: Concept, { themes }: BeliefWords): number =>
  Math.max(0, ...[...themes.values()].map((theme) => mentionIn(concept, theme)));

/** Strength with which a text mentions a concept: 1 for its own word, less for others, 0 if not at all. */
export function mentionIn(
  { term, mentions }: Concept,
  text: ReadonlySet<string>,
  bySynonym = synonymShare,
): number {
  let best = 0;
  for (const mention of mentions) {
    if (text.has(mention.term)) best = Math.max(best, mention.share);
  }
  if (best >= bySynonym) return best;
  for (const other of alternativeTerms(term)) if (text.has(other)) return bySynonym;
  return best;
}
