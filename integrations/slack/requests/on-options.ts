import type { PlainTextOption } from '@slack/types';
import { MENUS } from '../options/index.js';
import { whoActs } from '../people/who.js';
import type { Slack } from '../slack.js';
import { carriedBy } from './carried.js';
import { Suggestion } from './payloads.js';
import { enteredIn } from './view-state.js';

/** What a menu offers for what was typed into it; nothing to people who may see nothing. */
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
    subjectId: carriedBy(carried ?? '')?.subjectId ?? '',
    chosen: enteredIn(body.view?.state ?? { values: {} }),
  });
}
