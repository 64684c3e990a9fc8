import { isFrameTerm } from '../../language/frame-words.js';
import { type Concept, leastShareOfName, type QueryModel } from '../search/concept.js';
import type { Candidate, Ranked } from '../search/rank.js';

const hintShare = 0.4;
const contextShare = 0.7;
const nearest = 30;

/** Measures of how well the material covers the subject of a question. */
export interface CoverageFeatures {
  /** Score of the best quote, 0 to 1. */
  best: number;
  /**
   * Share of the question's subject (without its frame) that no quote or belief mentions, 0 to 1.
   */
  unsaid: number;
  /**
   * The largest share of the question that one belief mentions, in its words and its quotes, 0 to
   * 1.
   */
  ofBelief: number;
  /**
   * The largest weight that one quote mentions; at least 0, more for longer and rarer questions.
   */
  weight: number;
}

/** A belief's own terms and the quotes linked to it. */
export interface BeliefTerms {
  terms: ReadonlySet<string>;
  evidenceIds: ReadonlySet<string>;
}

/** `ranked`: the quotes nearest to the question, best first; only those linked to a belief. */
export function coverageFeatures(
  { concepts }: QueryModel,
  ranked: readonly Ranked<Candidate>[],
  beliefs: readonly BeliefTerms[],
): CoverageFeatures {
  const quotes = ranked.slice(0, nearest).map(({ candidate }) => ({
    evidenceId: candidate.evidenceId,
    mentioned: mentionedByQuote(concepts, candidate),
  }));
  const weightOf = (mentioned: readonly number[]): number =>
    concepts.reduce((sum, { weight }, index) => sum + weight * (mentioned[index] ?? 0), 0);
  const total = weightOf(concepts.map(() => 1));
  const byBelief = beliefs.map(({ terms, evidenceIds }) => {
    const own = quotes.filter(({ evidenceId }) => evidenceIds.has(evidenceId));
    return concepts.map((concept, index) =>
      Math.max(mention(concept, terms), ...own.map(({ mentioned }) => mentioned[index] ?? 0)),
    );
  });
  return {
    best: ranked[0]?.score ?? 0,
    unsaid: unsaid(concepts),
    ofBelief: total > 0 ? Math.max(0, ...byBelief.map(weightOf)) / total : 0,
    weight: Math.max(0, ...quotes.map(({ mentioned }) => weightOf(mentioned))),
  };
}

function mentionedByQuote(
  concepts: readonly Concept[],
  { quoteTerms, contextTerms }: Candidate,
): number[] {
  const said = new Set(quoteTerms.split(' '));
  const inContext = new Set(contextTerms.split(' '));
  return concepts.map((concept) =>
    Math.max(mention(concept, said), contextShare * mention(concept, inContext)),
  );
}

/** 1 if a text names a concept, less if it only hints at it, else 0. */
function mention({ mentions }: Concept, terms: ReadonlySet<string>): number {
  const found = mentions.filter(({ term }) => terms.has(term));
  if (found.some(({ share }) => share >= leastShareOfName)) return 1;
  return found.length > 0 ? hintShare : 0;
}

function unsaid(concepts: readonly Concept[]): number {
  let total = 0;
  let missing = 0;
  for (const { term, weight, mentions } of concepts) {
    if (isFrameTerm(term)) continue;
    total += weight;
    if (!mentions.some(({ share, named }) => share >= leastShareOfName && named > 0)) {
      missing += weight;
    }
  }
  return total > 0 ? missing / total : 0;
}
