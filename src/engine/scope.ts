/** Ids of one kind; null: all of the team's. */
export type Ids = readonly string[] | null;

/** What one look of the engine goes over. */
export interface Scope {
  signal: Ids;
  theme: Ids;
  study: Ids;
  source_item: Ids;
  recommendation: Ids;
  /** What is the team's as a whole: all or nothing. */
  team: null | readonly [];
}

export type About = keyof Scope;

export const EVERYTHING: Scope = {
  signal: null,
  theme: null,
  study: null,
  source_item: null,
  recommendation: null,
  team: null,
};

export const NOTHING: Scope = {
  signal: [],
  theme: [],
  study: [],
  source_item: [],
  recommendation: [],
  team: [],
};
