/** One thing that a query speaks of, with every term that counts as a mention of it. */
export interface Concept {
  term: string;
  /** What a full mention is worth: rarity times how often the query says it; at least 0. */
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

/** From here on a mention names the concept, if in other words; below it only hints at it. */
export const leastShareOfName = 0.5;

export interface Mention {
  term: string;
  /** How much of a mention it is, above 0 to 1. */
  share: number;
  /** How many of the team's rows hold it in the quote or beside it. */
  named: number;
  /** How many hold it at all, if only around the quote in its transcript. */
  rows: number;
}
