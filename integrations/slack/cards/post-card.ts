import type { Context } from '../../../src/core/context.js';
import type { TeamSettings } from '../../../src/core/team-settings.js';
import type { Slack } from '../connection/slack.js';
import { postOnce } from '../delivery/post-once.js';
import { renderCard } from './render-card.js';

/**
 * Posts a card to a channel. Returns false if it is already there or no such card exists; throws Slack's error if
 * the call failed.
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
