import type { Context } from '../../../src/context.js';
import type { Person } from '../people.js';
import type { EventEnvelope } from '../requests.js';
import type { Slack } from '../slack.js';
import { appHomeOpened } from './app-home-opened.js';
import { appMention } from './app-mention.js';

export type EventHandler = (
  slack: Slack,
  ctx: Context,
  person: Person,
  event: EventEnvelope['event'],
) => Promise<void>;

/** Every event that is subscribed to in manifest.yml. */
export const EVENTS: Readonly<Record<string, EventHandler>> = {
  app_home_opened: appHomeOpened,
  app_mention: appMention,
};
