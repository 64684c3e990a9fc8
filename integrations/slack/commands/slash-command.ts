import type { Context } from '../../../src/context.js';
import type { Command } from '../requests/payloads.js';
import type { Slack } from '../slack.js';

export interface SlashCommand {
  /** Said at once, before anything is looked up; `proceed` where there is something to look up. */
  acknowledge(text: string): { text: string; proceed: boolean };
  run(slack: Slack, ctx: Context, command: Command): Promise<void>;
}
