import type { ModalView } from '@slack/types';
import type { Context } from '../../../src/core/context.js';
import type { Message } from '../blocks/message.js';
import type { Person } from '../connection/people.js';
import type { Slack } from '../connection/slack.js';
import type {
  Command,
  EventEnvelope,
  Field,
  HomePage,
  ModalMeta,
  Shortcut,
  ViewState,
} from './payloads.js';

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
  /** Sends a message only this user sees. In a modal with a note, a bare sentence says why nothing was saved. */
  tell(answer: string | Message): Promise<void>;
}

interface OpenView {
  id: string;
  /** Metadata in the format of `modalMeta`. */
  metadata: string;
  /** The current values of its fields. */
  state: ViewState;
}

export type Action = (click: Click) => Promise<void>;

/** The input by block id; several choices in one field are joined with commas. */
export type Entered = Readonly<Record<string, string | undefined>>;

export interface SubmissionHandler {
  /** Problems by block id, shown next to their fields. Pure, because Slack waits for it. */
  check?(entered: Entered, meta: ModalMeta, now: Date): Record<string, string>;
  /** Shown in place of the modal while `run` works; without it, or if undefined, the modal closes. */
  waiting?(entered: Entered): ModalView | undefined;
  /** The content of the modal that is waiting if `run` failed; without it the user gets a message. */
  failed?(sentence: string): ModalView;
  run(click: Click, entered: Entered, meta: ModalMeta): Promise<void>;
}

/** A modal's input by block id; each block has one field. */
export const enteredIn = ({ values }: ViewState): Entered =>
  Object.fromEntries(
    Object.entries(values).map(([blockId, fields]) => {
      const [field] = Object.values(fields);
      return [blockId, field && entryOf(field)];
    }),
  );

function entryOf(field: Field): string | undefined {
  const { selected_options: options, selected_users: users } = field;
  const one =
    field.value ??
    field.selected_date ??
    field.selected_time ??
    field.selected_conversation ??
    field.selected_option?.value;
  return one ?? options?.map(({ value }) => value).join(',') ?? users?.join(',');
}

export interface SlashCommand {
  /** The reply to a text that needs no lookup; otherwise undefined, and `run` sends the one reply. */
  refuse(text: string): string | undefined;
  run(slack: Slack, ctx: Context, command: Command): Promise<void>;
}

/** A message shortcut. */
export type ShortcutHandler = (
  slack: Slack,
  ctx: Context,
  person: Person,
  shortcut: Shortcut,
) => Promise<void>;

export type SlackEvent = EventEnvelope['event'];

export type EventHandler = (
  slack: Slack,
  ctx: Context,
  person: Person,
  event: SlackEvent,
) => Promise<void>;
