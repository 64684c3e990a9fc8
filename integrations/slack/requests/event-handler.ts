import type { Context } from '../../../src/core/context.js';
import type { Person } from '../connection/people.js';
import type { Slack } from '../connection/slack.js';
import type { EventEnvelope } from './payloads.js';

export type SlackEvent = EventEnvelope['event'];

export type EventHandler = (
  slack: Slack,
  ctx: Context,
  person: Person,
  event: SlackEvent,
) => Promise<void>;
