import type { Context } from '../../../src/context.js';
import type { Person } from '../people/people.js';
import type { EventEnvelope } from '../requests/payloads.js';
import type { Slack } from '../slack.js';

export type SlackEvent = EventEnvelope['event'];

export type EventHandler = (
  slack: Slack,
  ctx: Context,
  person: Person,
  event: SlackEvent,
) => Promise<void>;
