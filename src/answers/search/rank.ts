import type { QueryModel } from './concept.js';

// Tuned on five sets of real material (bench/search); the results change little around them.
const saturation = 1.2;
const lengthEffect = 0.7;
const contextWeight = 0.5;
const aroundWeight = 0.1;
const togetherWeight = 0.3;
const togetherDistance = 4;

export interface Candidate {
  evidenceId: string;
  /**
   * The talk that it was said in: its source item, or the group talk that the item was taken from.
   */
  talkId: string;
  /** Position in its talk, in indexed words. */
  position: number;
  quoteTerms: string;
  contextTerms: string;
  /** Terms around it in its transcript. */
  aroundTerms: string;
  /** True if the quote is the query, word for word. */
  exact: boolean;
}

export interface Ranked<C extends Candidate> {
  candidate: C;
  /** 0 to 1; see {@link rank}. */
  score: number;
}

/** A weighting of the talk around a quote. */
export interface Surroundings {
  /** Number of words in between beyond which a neighbor adds nothing. */
  farthest: number;
  /**
   * The share of a neighbor's relevance that counts.
   * @param distance number of words in between
   * @param averageLength of the team's quotes, in words
   */
  share: (distance: number, averageLength: number) => number;
}

/** Only neighbors right next to a quote: for scores, and for answers, which depend on them. */
export const adjacent: Surroundings = {
  farthest: 180,
  share: (distance) => 0.45 * Math.exp(-distance / 60),
};

/**
 * The whole passage, to order search results. It counts less the longer the team's quotes are: a turn in a group call
 * needs the words around it, while an answer in an interview is complete.
 */
export const passage: Surroundings = {
  farthest: 480,
  share: (distance, averageLength) => Math.min(0.45, 5 / averageLength) * Math.exp(-distance / 150),
};

/**
 * Orders candidates by how much of the query's concepts they mention: each concept by its rarity, with less for
 * repeated mentions, for longer quotes, and for words that appear only in the context (note, theme, study, signals,
 * name) or around the quote; more if words of the query are adjacent, and if the talk around the quote is on the
 * subject. The score is relative to the query itself as a quote: 1 is the quote itself, a quote that shares a common
 * word or two stays near 0 (docs/api.md). A whole passage orders quotes better, but lifts all of a talk towards 1. So
 * scores always count only what is right next to a quote; if `orderedBy` is wider, they are assigned in its order,
 * highest first.
 */
export function rank<C extends Candidate>(
  query: QueryModel,
  candidates: readonly C[],
  orderedBy: Surroundings = adjacent,
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
  const sharesBy = (surroundings: Surroundings): number[] =>
    addNeighbours(candidates, own, surroundings, query.averageLength).map((sum) => sum / best);
  const shares = sharesBy(adjacent);
  const order = orderedBy === adjacent ? shares : sharesBy(orderedBy);
  const found = [...candidates.keys()].filter((index) => shares[index]! > 0);
  const isExact = (index: number): boolean => candidates[index]!.exact;
  const falling = found
    .filter((index) => !isExact(index))
    .map((index) => shares[index]!)
    .sort((a, b) => b - a);
  const exact = found.length - falling.length;
  return found
    .sort(
      (a, b) =>
        Number(isExact(b)) - Number(isExact(a)) ||
        order[b]! - order[a]! ||
        (candidates[a]!.evidenceId < candidates[b]!.evidenceId ? -1 : 1),
    )
    .map((index, place) => ({
      candidate: candidates[index]!,
      score: place < exact ? 1 : calibrate(falling[place - exact]!),
    }));
}

/**
 * Maps a share to a score, flat at both ends: one chance word in common counts for little, and nearly all words count
 * as all.
 */
function calibrate(share: number): number {
  const bounded = Math.min(1, share);
  return bounded * bounded * (3 - 2 * bounded);
}

interface Lookup {
  byTerm: ReadonlyMap<string, readonly { concept: number; share: number; inContext: number }[]>;
  /** Adjacent words of the query. */
  pairs: readonly { first: string; second: string; weight: number }[];
}

function lookupOf({ concepts, sequence }: QueryModel): Lookup {
  const byTerm = new Map<string, { concept: number; share: number; inContext: number }[]>();
  for (const [concept, { mentions }] of concepts.entries()) {
    for (const { term, share, contextShare = share } of mentions) {
      const list = byTerm.get(term) ?? [];
      list.push({ concept, share, inContext: contextShare });
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
    for (const { concept, inContext } of byTerm.get(term) ?? []) {
      counts[concept] = Math.max(counts[concept]!, contextWeight * inContext);
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

interface Placed {
  talkId: string;
  position: number;
}

/**
 * Adds to each relevant row a share of the relevance of its neighbors in the same talk: a short
 * turn is understood from the turns around it. The share falls with the number of words in between.
 */
function addNeighbours(
  rows: readonly Placed[],
  own: readonly number[],
  { farthest, share }: Surroundings,
  averageLength: number,
): number[] {
  const total = [...own];
  for (const ordered of relevantInOrder(rows, own)) {
    for (const [place, index] of ordered.entries()) {
      for (const other of ordered.slice(place + 1)) {
        const distance = rows[other]!.position - rows[index]!.position;
        if (distance > farthest) break;
        const part = share(distance, averageLength);
        total[index] = total[index]! + part * own[other]!;
        total[other] = total[other]! + part * own[index]!;
      }
    }
  }
  return total;
}

/** The indexes of the relevant rows of each talk, in the order of the talk. */
function relevantInOrder(rows: readonly Placed[], own: readonly number[]): number[][] {
  const byTalk = new Map<string, number[]>();
  for (const [index, row] of rows.entries()) {
    if (own[index] === 0) continue;
    const indexes = byTalk.get(row.talkId) ?? [];
    indexes.push(index);
    byTalk.set(row.talkId, indexes);
  }
  const byPosition = (a: number, b: number): number => rows[a]!.position - rows[b]!.position;
  return [...byTalk.values()].map((indexes) => indexes.sort(byPosition));
}

/**
 * Merges rankings of ids: by the best rank, then by how often an id ranks high. A quote that answers in one wording
 * comes before those that are only near in all wordings.
 */
export function mergeRankings(rankings: readonly (readonly string[])[]): string[] {
  const found = new Map<string, { best: number; worth: number }>();
  for (const ranking of rankings) {
    for (const [rank, id] of ranking.entries()) {
      const { best, worth } = found.get(id) ?? { best: rank, worth: 0 };
      found.set(id, { best: Math.min(best, rank), worth: worth + 1 / (1 + rank) });
    }
  }
  return [...found]
    .toSorted(([, a], [, b]) => a.best - b.best || b.worth - a.worth)
    .map(([id]) => id);
}
