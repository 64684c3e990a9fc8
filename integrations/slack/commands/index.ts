import { askCommand } from './ask.js';
import { signalCommand } from './signal.js';
import type { SlashCommand } from './slash-command.js';

/** Every slash command, as in manifest.yml. */
export const COMMANDS: Readonly<Record<string, SlashCommand>> = {
  '/ask': askCommand,
  '/signal': signalCommand,
};
