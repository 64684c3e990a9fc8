import type { Context } from '../../../src/core/context.js';
import type { Slack } from '../connection/slack.js';
import type { Command } from './payloads.js';

export interface SlashCommand {
  /** The reply to a text that needs no lookup; otherwise undefined, and `run` sends the one reply. */
  refuse(text: string): string | undefined;
  run(slack: Slack, ctx: Context, command: Command): Promise<void>;
}
