import type { SearchStatistics, TermFrequency } from '../../../db/queries/evidence-search.js';
import { everydayShare, isFrameTerm } from '../../language/frame-words.js';
import { alternativeTerms } from '../../language/thesaurus.js';

/** A concept that a query mentions, with every term that counts as a mention of it. */
export interface Concept {
  term: string;
  /** Value of a full mention: rarity times the number of times that the query contains it; at least 0. */
  weight: number;
  /** Every term that mentions it; `term` itself is the first. */
  mentions: readonly Mention[];
}

/** A query as ranking uses it. */
export interface QueryModel {
  concepts: Concept[];
  /** The query's terms in order, to find words that stand together. */
  sequence: string[];
  averageLength: number;
}

/**
 * Minimum share for a mention to name the concept in other words; below it the mention is only a
 * hint.
 */
export const leastShareOfName = 0.5;

export interface Mention {
  term: string;
  /** Strength of the mention, above 0 to 1. */
  share: number;
  /**
   * Strength of the mention if the term appears only in the quote's context (a name or a label):
   * less, the more rows have it there.
   */
  contextShare?: number;
  /** Number of the team's rows that contain the term in the quote or its context. */
  named: number;
  /** Number of rows that contain it anywhere, including the transcript around the quote. */
  rows: number;
}

// Tuned on five sets of real material (bench/search); the results change little around them.
const alternativeWeight = 0.15;
/** Weight of alternatives to a word that no quote contains: it is read as the words that quotes do contain. */
const alternativeOfUnsaidWeight = 0.4;
const sharedStartWeight = 0.15;
const misspellingWeight = 0.9;
/** Share of its rarity that a word keeps if it only frames a question. */
export const frameWeight = 0.4;
const everydayDocuments = 3_000;

export const shortestStart = 4;
export const leastSharedStart = 0.6;

/** The frequencies of a query's terms in the team's corpus, and likely corrections. */
export interface Vocabulary {
  statistics: SearchStatistics;
  frequencies: readonly TermFrequency[];
  /** Known terms that an unknown term is probably a misspelling of. */
  corrections: ReadonlyMap<string, readonly TermFrequency[]>;
}

/** The concepts of a query, in its order. Terms that the corpus does not know keep their weight. */
export function buildConcepts(sequence: readonly string[], vocabulary: Vocabulary): Concept[] {
  const known = new Map(vocabulary.frequencies.map((found) => [found.term, found]));
  const { documents } = vocabulary.statistics;
  const counts = new Map<string, number>();
  for (const term of sequence) counts.set(term, (counts.get(term) ?? 0) + 1);

  return [...counts].map(([term, count]) => {
    const corrections = vocabulary.corrections.get(term) ?? [];
    const meant = Math.max(
      known.get(term)?.documents ?? 0,
      ...corrections.map((found) => found.documents),
    );
    const rarity = rarityOf(term, meant, documents);
    const { named = 0, rows = 0 } = known.get(term) ?? {};
    const mentions = new Map<string, Mention>([[term, { term, share: 1, named, rows }]]);
    const add = (other: TermFrequency, similarity: number): void => {
      if (counts.has(other.term)) return;
      const discount = Math.min(1, rarityOf(other.term, other.documents, documents) / rarity);
      const share = Math.max(mentions.get(other.term)?.share ?? 0, similarity * discount);
      mentions.set(other.term, { term: other.term, share, named: other.named, rows: other.rows });
    };
    for (const found of corrections) add(found, misspellingWeight);
    for (const found of vocabulary.frequencies) {
      const shared = sharedStart(term, found.term);
      if (shared >= leastSharedStart) add(found, sharedStartWeight * shared);
    }
    for (const alternative of alternativeTerms(term)) {
      const found = known.get(alternative);
      if (found) add(found, rows > 0 ? alternativeWeight : alternativeOfUnsaidWeight);
    }
    const contextShareOf = (mention: Mention): number =>
      mention.share * Math.min(1, rarityOf(mention.term, mention.named, documents) / rarity);
    return {
      term,
      weight: rarity * count * (isFrameTerm(term) ? frameWeight : 1),
      mentions: [...mentions.values()].map((one) => ({
        ...one,
        contextShare: contextShareOf(one),
      })),
    };
  });
}

/**
 * Rarity of a term among all documents: 0 for a term that every document contains. In a small
 * corpus such counts are unreliable, so the frequencies of everyday English are used as well.
 */
function rarityOf(term: string, frequency: number, documents: number): number {
  const held = frequency + everydayDocuments * everydayShare(term);
  return Math.log(1 + (documents + everydayDocuments - held + 0.5) / (held + 0.5));
}

/** The common prefix of two words as a share of the longer word; 0 if it is too short. */
function sharedStart(term: string, other: string): number {
  let shared = 0;
  while (shared < term.length && term[shared] === other[shared]) shared++;
  return shared < shortestStart ? 0 : shared / Math.max(term.length, other.length);
}
