import type { Context } from '../../../src/core/context.js';
import type { Person } from '../connection/people.js';
import type { Slack } from '../connection/slack.js';
import { askForStudy } from '../files/file-actions.js';
import {
  bringsTranscripts,
  interviewFilesOf,
  otherFilesOf,
  refuseOtherFiles,
} from '../files/files-draft.js';
import type { EventHandler, SlackEvent } from '../requests/handlers.js';
import { IN_LINE, isCourtesy, questionOf } from '../requests/question.js';
import { answerInConversation } from './answer-in-conversation.js';
import { beQuiet, beQuietAround, isMeantForUs, isStop } from './thread-conversation.js';

/** Answers a mention in its thread. */
export const appMention: EventHandler = async (slack, ctx, person, event) => {
  const { channel, ts, thread_ts: thread = ts } = event;
  if (!channel || !ts || !thread) return;
  await handleMessage(slack, ctx, person, { channelId: channel, thread }, { ...event, ts });
};

/** A new message by a person; edits, deletions, joins and app messages have other subtypes. */
const SPOKEN = new Set([undefined, 'thread_broadcast', 'file_share']);

const mentionsUs = ({ connection }: Slack, text: string): boolean =>
  connection.identity !== undefined &&
  new RegExp(`<@${connection.identity.botUserId}[>|]`).test(text);

const isDirect = ({ channel_type }: SlackEvent): boolean => channel_type === 'im';

/**
 * True if a message is for the bot: any direct message, and in a channel thread a question right after the bot's
 * answer. Mentions arrive as separate events. Nearly every message of a busy channel ends here, most without a
 * database query.
 */
export async function concernsUs(slack: Slack, event: SlackEvent): Promise<boolean> {
  const { channel, subtype, text = '', thread_ts: thread, user } = event;
  if (!channel || !SPOKEN.has(subtype) || user === slack.connection.identity?.botUserId)
    return false;
  if (isDirect(event)) return true;
  if (mentionsUs(slack, text)) return false;
  if (bringsTranscripts(event)) return true;
  if (!thread || !user) return false;
  return isMeantForUs(slack, { channelId: channel, thread }, { userId: user, text });
}

/** Answers follow-ups in threads and all direct messages; asks which study sent files belong to. */
export const message: EventHandler = async (slack, ctx, person, event) => {
  const { channel, ts, thread_ts } = event;
  if (!channel || !ts) return;
  const at = { channelId: channel, thread: thread_ts ?? (isDirect(event) ? IN_LINE : ts) };
  await handleMessage(slack, ctx, person, at, { ...event, ts });
};

/** :mute: on an answer stops replies without a mention in its thread. */
export async function reactionAdded(slack: Slack, { reaction, item }: SlackEvent): Promise<void> {
  if (reaction !== 'mute' || !item?.channel || !item.ts) return;
  await beQuietAround(slack, item.channel, item.ts);
}

/** Answers a message to the bot in `at`; if interview files came with it, asks which study they belong to. */
async function handleMessage(
  slack: Slack,
  ctx: Context,
  person: Person,
  at: { channelId: string; thread: string },
  event: SlackEvent & { ts: string },
): Promise<void> {
  const { ts } = event;
  const files = interviewFilesOf(event);
  if (files.length > 0) {
    const others = otherFilesOf(event);
    return askForStudy(slack, ctx, person, at, { ts, files, others });
  }
  refuseOtherFiles(event);
  const question = questionOf(event.text ?? '');
  if (isCourtesy(question)) return;
  if (at.thread !== IN_LINE && isStop(question)) return beQuiet(slack, at, person.userId);
  await answerInConversation(slack, ctx, at, { question, askedBy: person.userId, messageTs: ts });
}
