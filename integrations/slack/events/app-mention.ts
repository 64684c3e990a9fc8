import { attend } from '../conversation/attend.js';
import type { EventHandler } from './event-handler.js';

/** A mention is answered in its thread. */
export const appMention: EventHandler = async (slack, ctx, person, event) => {
  const { channel, ts, thread_ts: thread = ts } = event;
  if (!channel || !ts || !thread) return;
  await attend(slack, ctx, person, { channelId: channel, thread }, { ...event, ts });
};
