import { refuseUnlessAllowed } from '../people/may-act.js';
import { whoActs } from '../people/who.js';
import { SHORTCUTS } from '../shortcuts/index.js';
import type { Slack } from '../slack.js';
import { tellPerson } from '../tell.js';
import { guarded } from './guarded.js';
import { Shortcut } from './payloads.js';

/** Serves one choice from a message's menu, which is acknowledged already. */
export async function onShortcut(slack: Slack, payload: unknown): Promise<void> {
  const shortcut = Shortcut.parse(payload);
  const handler = SHORTCUTS[shortcut.callback_id];
  if (!handler) return;
  const { user, channel, response_url: responseUrl } = shortcut;
  const tell = (text: string): Promise<void> =>
    tellPerson(slack, { userId: user.id, channelId: channel.id, responseUrl }, text);
  await guarded(slack, `shortcut:${shortcut.trigger_id}`, tell, async () => {
    const { ctx, person } = await whoActs(slack, {
      userId: user.id,
      handle: user.name ?? user.username,
      workspaceId: shortcut.team?.id,
      homeWorkspaceId: user.team_id,
    });
    await refuseUnlessAllowed(slack, ctx, person, shortcut.callback_id);
    await handler(slack, ctx, person, shortcut);
  });
}
