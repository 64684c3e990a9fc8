import type { Audience } from './quotes.js';

export interface TrackerName {
  provider: string;
  name: string;
}

/** What a card's rendering depends on beside the database. */
export interface CardOptions extends Audience {
  /** Counts the renderings of one message, from 0 as it is posted: Slack wants new block ids in every one. */
  version: number;
  /** The configured trackers: each can be asked for an issue. */
  trackers: readonly TrackerName[];
}
