/** Ids of one kind; null for all of the team's. */
type Ids = readonly string[] | null;

/** The records that one run of the engine covers. */
export interface Scope {
  signal: Ids;
  theme: Ids;
  study: Ids;
  source_item: Ids;
  recommendation: Ids;
  /** Null if facts of the team as a whole are covered, else empty. */
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
