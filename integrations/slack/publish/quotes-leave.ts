import { z } from 'zod';
import { cardsInChannel } from '../../../db/queries/slack-messages.js';
import type { JobHandler } from '../../../src/jobs/index.js';
import { cardsChanged } from '../../../src/outbox.js';
import { readSettings } from '../../../src/settings/team-settings.js';
import { slackFailure } from '../connection/slack-failure.js';
import type { Message } from '../messages/card-message.js';
import { mrkdwn } from '../messages/text.js';
import { findAdmin } from '../people/find-admin.js';
import type { Slack } from '../slack.js';
import { actOnFailure } from './act-on-failure.js';
import { postOnce } from './post-once.js';

export const CHANNEL_SHARED = 'slack-channel-shared';

const Payload = z.object({ channelId: z.string() });

/**
 * Another organisation reads a channel that has cards of ours: every one of them is redrawn, which takes its quotes
 * and addresses away unless the team allows them there, and an admin is told once.
 */
export const quotesLeave = (slack: Slack): JobHandler => ({
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
  const text = `Another organisation reads <#${channelId}> now. The cards there lose their quotes and addresses, and new ones come without. Answers that were given there stay as they are: delete those that outsiders must not read. Whether quotes may be shown in shared channels is in the settings in App Home.`;
  return { text, blocks: [{ type: 'section', text: mrkdwn(`:warning: ${text}`) }] };
}
