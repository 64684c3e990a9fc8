import { COMMANDS } from '../commands/index.js';
import { whoActs } from '../people/who.js';
import type { Slack } from '../slack.js';
import { tellPerson } from '../tell.js';
import { guarded } from './guarded.js';
import { Command } from './payloads.js';

/** Serves one slash command, which is acknowledged already. */
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
