import { attend } from '../conversation/attend.js';
import { earlierTurns, IN_LINE } from '../conversation/earlier.js';
import { isFollowUp } from '../conversation/is-follow-up.js';
import { bringsTranscripts } from '../files/sent-files.js';
import { contextOf, type Slack } from '../slack.js';
import type { EventHandler, SlackEvent } from './event-handler.js';

/** New words of a person; edits, deletions, joins and messages of apps have another subtype. */
const SPOKEN = new Set([undefined, 'thread_broadcast', 'file_share']);

const mentionsUs = ({ connection }: Slack, text: string): boolean =>
  text.includes(`<@${connection.identity?.botUserId ?? ''}`);

const isDirect = ({ channel_type }: SlackEvent): boolean => channel_type === 'im';

/**
 * Whether a message is for us: everything in our own conversation with a person, and in channels what asks
 * on in a thread that we answered in. Mentions come as events of their own. Nearly every message of a busy
 * channel ends here, most without a look into the database.
 */
export async function concernsUs(slack: Slack, event: SlackEvent): Promise<boolean> {
  const { channel, subtype, text = '', thread_ts: thread, user } = event;
  if (!channel || !SPOKEN.has(subtype) || user === slack.connection.identity?.botUserId)
    return false;
  if (isDirect(event)) return true;
  if (bringsTranscripts(event) && !mentionsUs(slack, text)) return true;
  if (!thread || !isFollowUp(text)) return false;
  const service = { type: 'service' as const, id: 'slack', name: 'Slack' };
  const earlier = await earlierTurns(contextOf(slack, service), { channelId: channel, thread });
  return earlier.length > 0;
}

/** Answers a follow-up in its thread and everything that is said to us alone; asks where sent files belong. */
export const message: EventHandler = async (slack, ctx, person, event) => {
  const { channel, ts, thread_ts } = event;
  if (!channel || !ts) return;
  const at = { channelId: channel, thread: thread_ts ?? (isDirect(event) ? IN_LINE : ts) };
  await attend(slack, ctx, person, at, { ...event, ts });
};
