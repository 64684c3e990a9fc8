import { enqueue } from '../../../db/queries/enqueue.js';
import { CHANNEL_REMEMBERED_MS } from '../connection/app-settings.js';
import type { Slack } from '../connection/slack.js';
import type { SlackEvent } from '../requests/event-handler.js';
import { CHANNEL_SHARED } from './remove-shared-quotes.js';

/**
 * Handles a channel that is now shared with another organisation; acts once no process still has the old value
 * cached.
 */
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
