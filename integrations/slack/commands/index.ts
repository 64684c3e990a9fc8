import type { Context } from '../../../src/context.js';
import type { Command } from '../requests.js';
import type { Slack } from '../slack.js';
import { askCommand } from './ask.js';
import { signalCommand } from './signal.js';

export interface SlashCommand {
  /** Said at once, before anything is looked up; `proceed` where there is something to look up. */
  acknowledge(text: string): { text: string; proceed: boolean };
  run(slack: Slack, ctx: Context, command: Command): Promise<void>;
}

/** Every slash command, as in manifest.yml. */
export const COMMANDS: Readonly<Record<string, SlashCommand>> = {
  '/ask': askCommand,
  '/signal': signalCommand,
};
