import type { EventHandler } from '../requests/event-handler.js';
import { attend } from './mentions.js';

/** Answers a mention in its thread. */
export const appMention: EventHandler = async (slack, ctx, person, event) => {
  const { channel, ts, thread_ts: thread = ts } = event;
  if (!channel || !ts || !thread) return;
  await attend(slack, ctx, person, { channelId: channel, thread }, { ...event, ts });
};
