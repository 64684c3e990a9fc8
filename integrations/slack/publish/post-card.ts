import type { Context } from '../../../src/context.js';
import type { TeamSettings } from '../../../src/settings/team-settings.js';
import type { Slack } from '../slack.js';
import { postOnce } from './post-once.js';
import { renderCard } from './render-card.js';

/**
 * Posts a card to a channel, unless it is there already. False where it is, or there is no such card;
 * throws Slack's error where the call failed.
 */
export async function postCard(
  ctx: Context,
  slack: Slack,
  { workspaceId, channelId }: { workspaceId: string; channelId: string },
  actionCardId: string,
  settings: TeamSettings,
): Promise<boolean> {
  const showQuotes = await slack.channels.showsQuotes(channelId, settings);
  const view = { showQuotes, names: settings.names };
  const rendering = await renderCard(ctx, slack, actionCardId, 0, view);
  if (!rendering) return false;
  const place = {
    workspaceId,
    channelId,
    subjectType: 'action_card' as const,
    subjectId: actionCardId,
  };
  return postOnce(ctx, slack, place, rendering.message, rendering.hash);
}
