import { z } from 'zod';
import { enqueue } from '../../../db/queries/enqueue.js';
import { cardsInChannel } from '../../../db/queries/slack-channel-cards.js';
import { cardsChanged } from '../../../src/core/announce.js';
import { readSettings } from '../../../src/core/team-settings.js';
import type { JobHandler } from '../../../src/jobs/index.js';
import type { Message } from '../blocks/message.js';
import { mrkdwn } from '../blocks/text.js';
import { CHANNEL_REMEMBERED_MS } from '../connection/app-settings.js';
import { findAdmin } from '../connection/people.js';
import type { Slack } from '../connection/slack.js';
import { slackFailure } from '../connection/slack-failure.js';
import { actOnFailure } from '../delivery/act-on-failure.js';
import { postOnce } from '../delivery/post-once.js';
import type { SlackEvent } from '../requests/handlers.js';

/**
 * Handles a channel that is now shared with another organization. Acts once no process still has the old value
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

export const CHANNEL_SHARED = 'slack-channel-shared';

const Payload = z.object({ channelId: z.string() });

/**
 * Redraws every card in a channel that is now shared with another organization. This removes quotes and URLs
 * unless the team allows them there. Alerts an admin once.
 */
export const removeQuotesFromSharedChannel = (slack: Slack): JobHandler => ({
  kind: CHANNEL_SHARED,
  async run(ctx, payload) {
    const { channelId } = Payload.parse(payload);
    try {
      const { workspaceId } = await slack.connection.connect();
      if (await slack.channels.showsQuotes(channelId, await readSettings(ctx.db))) return;
      const cards = await ctx.db.rows(cardsInChannel, workspaceId, channelId);
      if (cards.length === 0) return;
      await cardsChanged(ctx, cards);
      const admin = await findAdmin(slack.client);
      if (!admin) return;
      const place = {
        workspaceId,
        channelId: admin,
        subjectType: 'trouble' as const,
        subjectId: `shared:${channelId}`,
      };
      await postOnce(ctx, slack, place, warning(channelId), 'final');
    } catch (error) {
      await actOnFailure(ctx, slack, slackFailure(error), channelId);
    }
  },
});

function warning(channelId: string): Message {
  const text = `Another organization can now read <#${channelId}>. Quotes and URLs are removed from the cards there, and new cards have none. Earlier answers stay as they are: delete those that outsiders must not read. The settings in App Home say whether shared channels may show quotes.`;
  return { text, blocks: [{ type: 'section', text: mrkdwn(`:warning: ${text}`) }] };
}
