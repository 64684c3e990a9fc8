import { enqueue } from '../../../db/queries/enqueue.js';
import { CHANNEL_SHARED } from '../publish/quotes-leave.js';
import { CHANNEL_REMEMBERED_MS } from '../settings.js';
import type { Slack } from '../slack.js';
import type { SlackEvent } from './event-handler.js';

/** Another organisation reads a channel from now on: done as soon as no process remembers it otherwise. */
export async function channelShared(slack: Slack, { channel }: SlackEvent): Promise<void> {
  if (!channel) return;
  slack.channels.forget(channel);
  await enqueue(slack.system.team(slack.teamId), {
    kind: CHANNEL_SHARED,
    key: channel,
    payload: { channelId: channel },
    runAt: new Date(Date.now() + CHANNEL_REMEMBERED_MS),
  });
}
