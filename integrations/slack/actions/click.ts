import type { Context } from '../../../src/context.js';
import type { Message } from '../messages/card-message.js';
import type { Person } from '../people/people.js';
import type { ViewState } from '../requests/payloads.js';
import type { Slack } from '../slack.js';

/** A press of a button or a choice from a menu, by a known person of our workspace. */
export interface Click {
  slack: Slack;
  ctx: Context;
  person: Person;
  /** The id that the element stands for: a card's, an answer's. */
  subjectId: string;
  /** What follows the colon of the action id: which tracker. */
  detail: string;
  /** What was chosen from a menu. */
  choice: string;
  triggerId: string;
  /** Where the click came from. */
  channelId?: string;
  responseUrl?: string;
  home?: HomePage;
  /** The modal that it happened in. */
  view?: OpenView;
  /** Says something to this person only. */
  tell(answer: string | Message): Promise<void>;
}

export interface OpenView {
  id: string;
  /** As `modalMeta` wrote it. */
  metadata: string;
  /** What its fields hold now. */
  state: ViewState;
}

/** Which part of the inbox a person looks at in App Home. */
export interface HomePage {
  /** A card type, or `all`. */
  filter: string;
  /** Counted from 0. */
  page: number;
}

export type Action = (click: Click) => Promise<void>;
