import type { Slack } from '../connection/slack.js';
import { bringsTranscripts } from '../files/sent-files.js';
import { IN_LINE } from '../requests/earlier-answers.js';
import type { EventHandler, SlackEvent } from '../requests/event-handler.js';
import { attend } from './mentions.js';
import { isMeantForUs } from './thread-talk.js';

/** A new message by a person; edits, deletions, joins and app messages have other subtypes. */
const SPOKEN = new Set([undefined, 'thread_broadcast', 'file_share']);

const mentionsUs = ({ connection }: Slack, text: string): boolean =>
  text.includes(`<@${connection.identity?.botUserId ?? ''}`);

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
  await attend(slack, ctx, person, at, { ...event, ts });
};
