import type { PlainTextOption } from '@slack/types';
import type { Slack } from '../connection/slack.js';
import { carriedBy } from '../requests/carried.js';
import { Suggestion } from '../requests/payloads.js';
import { whoActs } from '../requests/who.js';
import { MENUS } from './listeners.js';

/** Returns a menu's options for the typed text; none for users who may not see the team's data. */
export async function onOptions(slack: Slack, payload: unknown): Promise<PlainTextOption[]> {
  const body = Suggestion.parse(payload);
  const menu = MENUS[body.action_id];
  if (!menu) return [];
  const { ctx } = await whoActs(slack, {
    userId: body.user.id,
    handle: body.user.name ?? body.user.username,
    workspaceId: body.team?.id,
    homeWorkspaceId: body.user.team_id,
  });
  const carried = body.view?.private_metadata;
  return menu(ctx, {
    text: body.value,
    blockId: body.block_id,
    subjectId: carriedBy(carried ?? '')?.subjectId ?? '',
  });
}
