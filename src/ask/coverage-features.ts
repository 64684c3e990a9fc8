import type { QueryModel } from '../search/concept.js';
import type { Candidate, Ranked } from '../search/rank.js';

const nearest = 5;

/** How well the nearest quotes speak of what a question speaks of; each 0 to 1 but the last. */
export interface CoverageFeatures {
  /** Score of the best quote. */
  best: number;
  /** Mean score of the five best; missing ones count 0. */
  several: number;
  /** Share of the question's weight that one quote mentions, the best of the five. */
  inOne: number;
  /** Share of the question's weight that the five mention together. */
  inAll: number;
  /** Share of the question's weight in words that the team's corpus does not know. */
  unknown: number;
  /** Share of the question's weight that lies in its heaviest concept, if the best quotes miss it. */
  heaviestMissed: number;
  /** How many different things the question speaks of. */
  concepts: number;
}

export function coverageFeatures(
  { concepts }: QueryModel,
  ranked: readonly Ranked<Candidate>[],
): CoverageFeatures {
  const total = Math.max(
    Number.EPSILON,
    concepts.reduce((sum, concept) => sum + concept.weight, 0),
  );
  const top = ranked.slice(0, nearest);
  const mentions = top.map(({ candidate }) => {
    const quote = new Set(candidate.quoteTerms.split(' '));
    const context = new Set(candidate.contextTerms.split(' '));
    return concepts.map((concept) =>
      Math.max(
        0,
        ...concept.mentions.map(({ term, share }) =>
          quote.has(term) ? share : context.has(term) ? share * 0.5 : 0,
        ),
      ),
    );
  });
  const weigh = (shares: readonly number[]): number =>
    concepts.reduce((sum, concept, index) => sum + concept.weight * (shares[index] ?? 0), 0) /
    total;
  const together = concepts.map((_, index) =>
    Math.max(0, ...mentions.map((one) => one[index] ?? 0)),
  );
  const heaviest = concepts.reduce(
    (best, concept, index) => (concept.weight > (concepts[best]?.weight ?? 0) ? index : best),
    0,
  );
  return {
    best: top[0]?.score ?? 0,
    several: top.reduce((sum, { score }) => sum + score, 0) / nearest,
    inOne: Math.max(0, ...mentions.map(weigh)),
    inAll: weigh(together),
    unknown: weigh(concepts.map((c) => (c.mentions.every((m) => m.rows === 0) ? 1 : 0))),
    heaviestMissed: ((concepts[heaviest]?.weight ?? 0) / total) * (1 - (together[heaviest] ?? 0)),
    concepts: concepts.length,
  };
}
