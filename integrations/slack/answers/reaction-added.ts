import type { Slack } from '../connection/slack.js';
import type { SlackEvent } from '../requests/event-handler.js';
import { beQuietAround } from './thread-talk.js';

/** :mute: on an answer stops replies without a mention in its thread. */
export async function reactionAdded(slack: Slack, { reaction, item }: SlackEvent): Promise<void> {
  if (reaction !== 'mute' || !item?.channel || !item.ts) return;
  await beQuietAround(slack, item.channel, item.ts);
}
