import type { QueryModel } from './concept.js';
import { addNeighbours } from './neighbours.js';

// Tuned on five sets of real material (bench/search); the results change little around them.
const saturation = 1.2;
const lengthEffect = 0.7;
const contextWeight = 0.5;
const aroundWeight = 0.1;
const togetherWeight = 0.3;
const togetherDistance = 4;

export interface Candidate {
  evidenceId: string;
  sourceItemId: string;
  /** Where it stands in its source item, in indexed words. */
  position: number;
  quoteTerms: string;
  contextTerms: string;
  /** What is said around it in its transcript. */
  aroundTerms: string;
  /** The quote is the query, word for word. */
  exact: boolean;
}

export interface Ranked<C extends Candidate> {
  candidate: C;
  /** 0 to 1; see {@link rank}. */
  score: number;
}

/**
 * Orders candidates by how much of what the query speaks of they mention: each concept by its rarity,
 * with less for further mentions, for longer quotes, and for words that stand only in the context
 * (note, theme, study, signals, name) or are said around it; more where words of the query stand together, and where the same person speaks of it just before
 * or after. The score compares this with what the query itself would reach as a quote: 1 is the quote
 * itself, and what shares a common word or two stays near 0 (api.md 2.4).
 */
export function rank<C extends Candidate>(
  query: QueryModel,
  candidates: readonly C[],
): Ranked<C>[] {
  const lookup = lookupOf(query);
  const best = ownRelevance(query, lookup, { quote: query.sequence, context: [], around: [] });
  if (best === 0) return [];
  const own = candidates.map((candidate) =>
    ownRelevance(query, lookup, {
      quote: split(candidate.quoteTerms),
      context: split(candidate.contextTerms),
      around: split(candidate.aroundTerms),
    }),
  );
  return addNeighbours(candidates, own)
    .map((relevance, index) => ({ candidate: candidates[index]!, share: relevance / best }))
    .filter(({ share }) => share > 0)
    .sort(
      (a, b) =>
        Number(b.candidate.exact) - Number(a.candidate.exact) ||
        b.share - a.share ||
        (a.candidate.evidenceId < b.candidate.evidenceId ? -1 : 1),
    )
    .map(({ candidate, share }) => ({ candidate, score: candidate.exact ? 1 : calibrate(share) }));
}

/** Flat at both ends: a chance word in common counts for little, nearly everything for all. */
function calibrate(share: number): number {
  const bounded = Math.min(1, share);
  return bounded * bounded * (3 - 2 * bounded);
}

interface Lookup {
  byTerm: ReadonlyMap<string, readonly { concept: number; share: number }[]>;
  /** Words that stand side by side in the query. */
  pairs: readonly { first: string; second: string; weight: number }[];
}

function lookupOf({ concepts, sequence }: QueryModel): Lookup {
  const byTerm = new Map<string, { concept: number; share: number }[]>();
  for (const [concept, { mentions }] of concepts.entries()) {
    for (const { term, share } of mentions) {
      const list = byTerm.get(term) ?? [];
      list.push({ concept, share });
      byTerm.set(term, list);
    }
  }
  const weights = new Map(concepts.map((concept) => [concept.term, concept.weight]));
  const weightOf = (term: string): number => weights.get(term) ?? 0;
  const pairs = sequence.slice(1).flatMap((second, index) => {
    const first = sequence[index]!;
    if (first === second) return [];
    return [{ first, second, weight: Math.min(weightOf(first), weightOf(second)) }];
  });
  return { byTerm, pairs };
}

function ownRelevance(
  query: QueryModel,
  { byTerm, pairs }: Lookup,
  { quote, context, around }: Record<'quote' | 'context' | 'around', readonly string[]>,
): number {
  const counts = new Array<number>(query.concepts.length).fill(0);
  for (const term of quote) {
    for (const { concept, share } of byTerm.get(term) ?? []) {
      counts[concept] = counts[concept]! + share;
    }
  }
  for (const term of new Set(context)) {
    for (const { concept, share } of byTerm.get(term) ?? []) {
      counts[concept] = Math.max(counts[concept]!, contextWeight * share);
    }
  }
  for (const term of around) {
    for (const { concept } of byTerm.get(term) ?? []) {
      if (query.concepts[concept]!.term === term) counts[concept]! += aroundWeight;
    }
  }
  const length = quote.length / Math.max(1, query.averageLength);
  const damping = saturation * (1 - lengthEffect + lengthEffect * length);
  const worth = (times: number): number => times / (times + damping);

  let relevance = 0;
  for (const [index, concept] of query.concepts.entries()) {
    relevance += concept.weight * worth(counts[index]!);
  }
  if (relevance === 0) return 0;
  for (const { first, second, weight } of pairs) {
    relevance += togetherWeight * weight * worth(timesTogether(quote, first, second));
  }
  return relevance;
}

function timesTogether(quote: readonly string[], first: string, second: string): number {
  let times = 0;
  let lastFirst = Number.NEGATIVE_INFINITY;
  let lastSecond = Number.NEGATIVE_INFINITY;
  for (const [place, term] of quote.entries()) {
    if (term === first) {
      if (place - lastSecond <= togetherDistance) times++;
      lastFirst = place;
    } else if (term === second) {
      if (place - lastFirst <= togetherDistance) times++;
      lastSecond = place;
    }
  }
  return times;
}

const split = (terms: string): string[] => (terms === '' ? [] : terms.split(' '));
