/** One thing that a query speaks of, with every term that counts as a mention of it. */
export interface Concept {
  term: string;
  /** What a full mention is worth: rarity times how often the query says it; at least 0. */
  weight: number;
  /** Terms that mention it and how much of a mention each is, 0 to 1; holds `term` itself with 1. */
  mentions: ReadonlyMap<string, number>;
  /** How many documents hold one of the mentions, at most. */
  documents: number;
}

/** A query as the ranking sees it. */
export interface QueryModel {
  concepts: Concept[];
  /** The query's terms in order, for words that stand together. */
  sequence: string[];
  averageLength: number;
}
