import type { Context } from '../../../src/core/context.js';
import type { Message } from '../blocks/message.js';
import type { Person } from '../connection/people.js';
import type { Slack } from '../connection/slack.js';
import type { HomePage, ViewState } from './payloads.js';

/** A click on a button or a menu choice, by a known user of our workspace. */
export interface Click {
  slack: Slack;
  ctx: Context;
  person: Person;
  /** The id of the element's subject: a card or an answer. */
  subjectId: string;
  /** The text after the colon of the action id, such as the tracker. */
  detail: string;
  /** The choice from a menu. */
  choice: string;
  /** The choices from a multi-select menu. */
  choices: readonly string[];
  triggerId: string;
  /** The surface of the click. */
  channelId?: string;
  messageTs?: string;
  responseUrl?: string;
  home?: HomePage;
  /** The modal in which it happened. */
  view?: OpenView;
  /** Sends a message only this user sees. */
  tell(answer: string | Message): Promise<void>;
}

export interface OpenView {
  id: string;
  /** Metadata in the format of `modalMeta`. */
  metadata: string;
  /** The current values of its fields. */
  state: ViewState;
}

export type Action = (click: Click) => Promise<void>;
