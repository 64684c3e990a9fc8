import type { Context } from '../../../src/core/context.js';
import type { Person } from '../connection/people.js';
import type { Slack } from '../connection/slack.js';
import type { Shortcut } from './payloads.js';

/** A message shortcut. */
export type ShortcutHandler = (
  slack: Slack,
  ctx: Context,
  person: Person,
  shortcut: Shortcut,
) => Promise<void>;
