import type { QueryModel } from '../search/concept.js';
import type { Candidate, Ranked } from '../search/rank.js';

const nearest = 5;
const contextShare = 0.5;

/** How well the nearest quotes speak of what a question speaks of. */
export interface CoverageFeatures {
  /** Score of the best quote, 0 to 1. */
  best: number;
  /** Share of the question's weight that the five best mention together, 0 to 1. */
  mentioned: number;
  /** Share of the question's weight in words that the team's corpus does not know, 0 to 1. */
  unknown: number;
  /** How many different things the question speaks of. */
  concepts: number;
}

export function coverageFeatures(
  { concepts }: QueryModel,
  ranked: readonly Ranked<Candidate>[],
): CoverageFeatures {
  const said = new Map<string, number>();
  for (const { candidate } of ranked.slice(0, nearest)) {
    for (const term of candidate.contextTerms.split(' ')) {
      if (!said.has(term)) said.set(term, contextShare);
    }
    for (const term of candidate.quoteTerms.split(' ')) said.set(term, 1);
  }
  let total = 0;
  let mentioned = 0;
  let unknown = 0;
  for (const { weight, mentions } of concepts) {
    total += weight;
    mentioned +=
      weight * Math.max(0, ...mentions.map(({ term, share }) => share * (said.get(term) ?? 0)));
    if (mentions.every(({ rows }) => rows === 0)) unknown += weight;
  }
  return {
    best: ranked[0]?.score ?? 0,
    mentioned: total > 0 ? mentioned / total : 0,
    unknown: total > 0 ? unknown / total : 0,
    concepts: concepts.length,
  };
}
