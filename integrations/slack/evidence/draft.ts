import { z } from 'zod';
import { SlackDraft } from '../../../db/entities/slack.js';
import type { Context } from '../../../src/core/context.js';
import { unescaped } from '../blocks/text.js';
import type { People } from '../connection/people.js';
import { permalinkOf } from '../connection/permalink.js';
import type { Slack } from '../connection/slack.js';
import type { Shortcut } from '../requests/payloads.js';

/** A message that a user is about to save as evidence or to make an issue of. */
export const MessageDraft = z.object({
  workspaceId: z.string(),
  channelId: z.string(),
  messageTs: z.string(),
  threadTs: z.string().optional(),
  speakerId: z.string(),
  speakerName: z.string(),
  /** The text as displayed in Slack. */
  text: z.string(),
  /** Names of the attached files. */
  files: z.array(z.string()).default([]),
  link: z.string().optional(),
});
export type MessageDraft = z.infer<typeof MessageDraft>;

/** The two uses of a message; a draft for one cannot be used for the other. */
type DraftKind = 'evidence' | 'issue';

/** A stored draft; undefined if it has been used or is too old. */
export async function readMessageDraft(
  ctx: Context,
  draftId: string,
  kind: DraftKind,
): Promise<MessageDraft | undefined> {
  const draft = await ctx.db.findOne(SlackDraft, { draftId, kind });
  return draft && MessageDraft.parse(draft.content);
}

/** The message that a shortcut was used on: its words, speaker and place. */
export async function draftOfMessage(
  slack: Slack,
  { channel, message }: Shortcut,
): Promise<MessageDraft> {
  const { workspaceId } = await slack.connection.connect();
  const { ts, thread_ts, user, bot_id, username, text, files } = message;
  const speakerName = user
    ? (await slack.people.find(user, username)).name
    : (username ?? 'An app');
  const link = await permalinkOf(slack, channel.id, ts);
  return {
    workspaceId,
    channelId: channel.id,
    messageTs: ts,
    speakerId: user ?? bot_id ?? 'app',
    speakerName,
    text: await spokenText(text, slack.people),
    files: (files ?? []).flatMap(({ name }) => name ?? []),
    ...(thread_ts ? { threadTs: thread_ts } : {}),
    ...(link ? { link } : {}),
  };
}

/** The source item's id, also the key: the same for the same message and every user. */
export const sourceItemIdOf = ({ workspaceId, channelId, messageTs }: MessageDraft): string =>
  `slack-${workspaceId}-${channelId}-${messageTs}`;

/** The time a message was written, from its ts. */
export const writtenAt = (messageTs: string): Date =>
  new Date(Math.round(Number(messageTs) * 1000));

const MENTION = /<@([A-Z0-9]+)(?:\|[^<>]*)?>/g;
const MOST_NAMES = 20;

/** A message's text as displayed: names for mentions, words for links, nothing escaped. */
export async function spokenText(text: string, people: People): Promise<string> {
  const ids = [...new Set([...text.matchAll(MENTION)].map(([, id = '']) => id))];
  const found = await Promise.all(ids.slice(0, MOST_NAMES).map((id) => people.find(id, undefined)));
  const names = new Map(found.map(({ userId, name }) => [userId, name]));
  return unescaped(
    text
      .replace(MENTION, (_, id: string) => `@${names.get(id) ?? id}`)
      .replace(/<#[A-Z0-9]+\|([^<>]+)>/g, '#$1')
      .replace(/<!(?:subteam\^[A-Z0-9]+\|)?@?([^<>|^]+)>/g, '@$1')
      .replace(/<[^<>|]*\|([^<>]*)>/g, '$1')
      .replace(/<((?:https?|mailto|tel):[^<>]*)>/g, '$1'),
  ).trim();
}
