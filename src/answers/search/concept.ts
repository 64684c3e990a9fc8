/** A concept that a query mentions, with every term that counts as a mention of it. */
export interface Concept {
  term: string;
  /** Value of a full mention: rarity times how often the query says it; at least 0. */
  weight: number;
  /** Every term that mentions it; `term` itself is the first. */
  mentions: readonly Mention[];
}

/** A query as the ranking sees it. */
export interface QueryModel {
  concepts: Concept[];
  /** The query's terms in order, for words that stand together. */
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
