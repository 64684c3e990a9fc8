import type { AddressRule } from '../../../src/core/work-item-url.js';
import type { Audience } from './quotes.js';

export interface TrackerName {
  provider: string;
  name: string;
}

/** The inputs of a card's rendering other than the database. */
export interface CardOptions extends Audience {
  /** Number of renderings of one message, from 0 when posted: Slack wants new block ids in each one. */
  version: number;
  /** The configured trackers; each can create issues. */
  trackers: readonly TrackerName[];
  /** The URL rules of every tracker, configured or not. */
  addressRules?: readonly AddressRule[];
}
