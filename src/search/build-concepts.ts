import type { SearchStatistics, TermFrequency } from '../../db/queries/evidence-search.js';
import type { Concept } from './concept.js';
import { everydayShare } from './everyday-share.js';
import { isFrameTerm } from './frame-words.js';
import { alternativeTerms } from './thesaurus.js';

// Tuned on five sets of real material (bench/search); the results change little around them.
const alternativeWeight = 0.15;
/** A word that nobody says is meant by the words that people do say. */
const alternativeOfUnsaidWeight = 0.4;
const sharedStartWeight = 0.15;
const misspellingWeight = 0.9;
const frameWeight = 0.4;
const everydayDocuments = 3_000;

export const shortestStart = 4;
export const leastSharedStart = 0.6;

/** What the team's corpus knows of a query's terms. */
export interface Vocabulary {
  statistics: SearchStatistics;
  frequencies: readonly TermFrequency[];
  /** Known terms that an unknown one was probably meant to be. */
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
    const mentions = new Map([[term, { term, share: 1, named, rows }]]);
    const add = (other: TermFrequency, likeness: number): void => {
      if (counts.has(other.term)) return;
      const discount = Math.min(1, rarityOf(other.term, other.documents, documents) / rarity);
      const share = Math.max(mentions.get(other.term)?.share ?? 0, likeness * discount);
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
    return {
      term,
      weight: rarity * count * (isFrameTerm(term) ? frameWeight : 1),
      mentions: [...mentions.values()],
    };
  });
}

/**
 * How much rarer than everything a term is: 0 for one that every document holds. A small corpus
 * knows little of that, so the counts of everyday English stand beside its own.
 */
function rarityOf(term: string, frequency: number, documents: number): number {
  const held = frequency + everydayDocuments * everydayShare(term);
  return Math.log(1 + (documents + everydayDocuments - held + 0.5) / (held + 0.5));
}

/** The share of the longer word that two words have in common from their start; 0 when too short. */
function sharedStart(term: string, other: string): number {
  let shared = 0;
  while (shared < term.length && term[shared] === other[shared]) shared++;
  return shared < shortestStart ? 0 : shared / Math.max(term.length, other.length);
}
