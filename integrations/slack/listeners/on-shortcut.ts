import type { Slack } from '../connection/slack.js';
import { guarded } from '../requests/guarded.js';
import { Shortcut } from '../requests/payloads.js';
import { tellPerson } from '../requests/tell.js';
import { whoActs } from '../requests/who.js';
import { refuseUnlessAllowed } from '../settings/may-act.js';
import { SHORTCUTS } from './listeners.js';

/** Handles one message shortcut, which is already acknowledged. */
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
