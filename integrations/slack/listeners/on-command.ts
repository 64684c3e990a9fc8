import type { Slack } from '../connection/slack.js';
import { guarded } from '../requests/guarded.js';
import { Command } from '../requests/payloads.js';
import { tellPerson } from '../requests/tell.js';
import { whoActs } from '../requests/who.js';
import { COMMANDS } from './listeners.js';

/** Handles one slash command, which is already acknowledged. */
export async function onCommand(slack: Slack, payload: unknown): Promise<void> {
  const command = Command.parse(payload);
  const tell = (text: string): Promise<void> =>
    tellPerson(slack, { userId: command.user_id, responseUrl: command.response_url }, text);
  await guarded(slack, `command:${command.trigger_id}`, tell, async () => {
    const { ctx } = await whoActs(slack, {
      userId: command.user_id,
      handle: command.user_name,
      workspaceId: command.team_id,
    });
    await COMMANDS[command.command]?.run(slack, ctx, command);
  });
}
