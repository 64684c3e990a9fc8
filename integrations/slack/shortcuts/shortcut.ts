import type { Context } from '../../../src/context.js';
import type { Person } from '../people/people.js';
import type { Shortcut } from '../requests/payloads.js';
import type { Slack } from '../slack.js';

/** What a message's menu offers. */
export type ShortcutHandler = (
  slack: Slack,
  ctx: Context,
  person: Person,
  shortcut: Shortcut,
) => Promise<void>;
