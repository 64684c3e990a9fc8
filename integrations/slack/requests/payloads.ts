import { z } from 'zod';

// The parts of Slack's payloads that we read; all other fields are ignored.

const User = z.object({
  id: z.string(),
  username: z.string().optional(),
  name: z.string().optional(),
  team_id: z.string().optional(),
});
const Workspace = z.object({ id: z.string() }).nullish();

export const Pressed = z.object({
  type: z.string(),
  action_id: z.string(),
  block_id: z.string().default(''),
  action_ts: z.string().optional(),
  value: z.string().optional(),
  selected_option: z.object({ value: z.string() }).nullish(),
  selected_options: z.array(z.object({ value: z.string() })).nullish(),
});
export type Pressed = z.infer<typeof Pressed>;

const Field = z.object({
  value: z.string().nullish(),
  selected_date: z.string().nullish(),
  selected_time: z.string().nullish(),
  selected_conversation: z.string().nullish(),
  selected_option: z.object({ value: z.string() }).nullish(),
  selected_options: z.array(z.object({ value: z.string() })).nullish(),
  selected_users: z.array(z.string()).nullish(),
});
export type Field = z.infer<typeof Field>;
const State = z.object({ values: z.record(z.string(), z.record(z.string(), Field)) });
export type ViewState = z.infer<typeof State>;

export const Interaction = z.object({
  team: Workspace,
  user: User,
  trigger_id: z.string().optional(),
  response_url: z.string().optional(),
  channel: z.object({ id: z.string() }).nullish(),
  message: z.object({ ts: z.string(), thread_ts: z.string().optional() }).nullish(),
  view: z
    .object({
      id: z.string(),
      type: z.string(),
      private_metadata: z.string().optional(),
      state: State.optional(),
    })
    .nullish(),
});
export type Interaction = z.infer<typeof Interaction>;

export const Submission = z.object({
  team: Workspace,
  user: User,
  trigger_id: z.string().optional(),
  view: z.object({
    id: z.string(),
    callback_id: z.string(),
    private_metadata: z.string().default(''),
    state: State,
  }),
});
export type Submission = z.infer<typeof Submission>;

/** A menu that requests its options. */
export const Suggestion = z.object({
  team: Workspace,
  user: User,
  action_id: z.string(),
  block_id: z.string().default(''),
  value: z.string().default(''),
  view: z
    .object({
      private_metadata: z.string().optional(),
      state: State.nullish(),
    })
    .nullish(),
});

/** A message shortcut. */
export const Shortcut = z.object({
  callback_id: z.string(),
  team: Workspace,
  user: User,
  trigger_id: z.string(),
  response_url: z.string().optional(),
  channel: z.object({ id: z.string() }),
  message: z.object({
    ts: z.string(),
    thread_ts: z.string().optional(),
    user: z.string().optional(),
    username: z.string().optional(),
    bot_id: z.string().optional(),
    text: z
      .string()
      .nullish()
      .transform((text) => text ?? ''),
    files: z.array(z.object({ name: z.string().nullish() })).nullish(),
  }),
});
export type Shortcut = z.infer<typeof Shortcut>;

export const Command = z.object({
  command: z.string(),
  text: z.string().default(''),
  team_id: z.string(),
  user_id: z.string(),
  user_name: z.string().optional(),
  channel_id: z.string(),
  response_url: z.string(),
  trigger_id: z.string(),
});
export type Command = z.infer<typeof Command>;

export const EventEnvelope = z.object({
  team_id: z.string().optional(),
  event_id: z.string(),
  event: z.object({
    type: z.string(),
    user: z.string().optional(),
    user_team: z.string().optional(),
    team: z.string().optional(),
    channel: z.string().optional(),
    tab: z.string().optional(),
    text: z.string().optional(),
    ts: z.string().optional(),
    thread_ts: z.string().optional(),
    bot_id: z.string().optional(),
    subtype: z.string().optional(),
    channel_type: z.string().optional(),
    files: z.array(z.object({ id: z.string(), name: z.string().nullish() })).nullish(),
    links: z.array(z.object({ url: z.string() })).optional(),
    message_ts: z.string().optional(),
    reaction: z.string().optional(),
    item: z.object({ channel: z.string().optional(), ts: z.string().optional() }).nullish(),
    trigger_id: z.string().optional(),
    link: z.object({ url: z.string() }).nullish(),
    entity_url: z.string().optional(),
    app_unfurl_url: z.string().optional(),
    unfurl_id: z.string().optional(),
    source: z.enum(['composer', 'conversations_history']).optional().catch(undefined),
    view: z.object({ private_metadata: z.string().optional() }).nullish(),
  }),
});
export type EventEnvelope = z.infer<typeof EventEnvelope>;

/** The part of App Home that a user is looking at, as stored in its metadata. */
export const HomePageShown = z.object({
  tab: z.enum(['inbox', 'beliefs']).default('inbox'),
  /** A card type, a kind of belief, or `all`. */
  filter: z.string(),
  page: z.int().min(0),
});
export type HomePage = z.infer<typeof HomePageShown>;

/** The metadata a modal carries from its click to its submission. */
export const ModalMeta = z.object({
  subjectId: z.string(),
  responseUrl: z.string().optional(),
  /** The page of App Home it was opened from. */
  home: HomePageShown.optional(),
  /** The message it was opened from. */
  message: z.object({ channel: z.string(), ts: z.string() }).optional(),
  /** The window behind the modal, which shows the result. */
  behind: z.string().optional(),
  /** The content of a window about a belief, if it is not the belief itself, and its page. */
  shows: z.enum(['quotes', 'likely']).optional(),
  page: z.int().min(0).optional(),
  timeZone: z.string().optional(),
  /** For an issue form: its tracker. */
  tracker: z.string().optional(),
  /** For the issue form of a message: the number, from 1, of the issue in this tracker. */
  copy: z.int().min(1).optional(),
});
export type ModalMeta = z.infer<typeof ModalMeta>;

/**
 * A key that is equal for repeated clicks by one user on the same element with the same effect; undefined if the
 * payload cannot be read.
 */
export function pressKey(payload: unknown, element: unknown): string | undefined {
  const request = Interaction.safeParse(payload).data;
  const pressed = Pressed.safeParse(element).data;
  if (!request || !pressed) return undefined;
  const { user, message, view } = request;
  const { action_id, block_id, value, selected_option } = pressed;
  const place = message?.ts ?? view?.id;
  return JSON.stringify([user.id, place, block_id, action_id, value, selected_option?.value]);
}
