import type { Names } from './person-name.js';

export interface TrackerName {
  provider: string;
  name: string;
}

/** What a card's rendering depends on beside the database. */
export interface CardOptions {
  now: Date;
  /** Counts the renderings of one message, from 0 as it is posted: Slack wants new block ids in every one. */
  version: number;
  /** The configured trackers: each can be asked for an issue. */
  trackers: readonly TrackerName[];
  /** False where people of other organisations read along. */
  showQuotes: boolean;
  /** How participants are shown. */
  names: Names;
}
