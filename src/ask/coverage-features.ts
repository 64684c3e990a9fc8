import type { QueryModel } from '../search/concept.js';
import type { Candidate, Ranked } from '../search/rank.js';

const nearest = 5;
const contextShare = 0.5;

/** How well the nearest quotes speak of what a question speaks of. */
export interface CoverageFeatures {
  /** Score of the best quote, 0 to 1. */
  best: number;
  /** Mean score of the five best, 0 to 1; missing ones count 0. */
  several: number;
  /** Share of the question's weight that the five best mention together, 0 to 1. */
  mentioned: number;
  /** How many different things the question speaks of. */
  concepts: number;
}

export function coverageFeatures(
  { concepts }: QueryModel,
  ranked: readonly Ranked<Candidate>[],
): CoverageFeatures {
  const said = new Map<string, number>();
  const top = ranked.slice(0, nearest);
  for (const { candidate } of top) {
    for (const term of candidate.contextTerms.split(' ')) {
      if (!said.has(term)) said.set(term, contextShare);
    }
    for (const term of candidate.quoteTerms.split(' ')) said.set(term, 1);
  }
  let total = 0;
  let mentioned = 0;
  for (const { weight, mentions } of concepts) {
    total += weight;
    mentioned +=
      weight * Math.max(0, ...mentions.map(({ term, share }) => share * (said.get(term) ?? 0)));
  }
  return {
    best: top[0]?.score ?? 0,
    several: top.reduce((sum, { score }) => sum + score, 0) / nearest,
    mentioned: total > 0 ? mentioned / total : 0,
    concepts: concepts.length,
  };
}
