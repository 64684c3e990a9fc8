import type { WebClient } from '@slack/web-api';
import type { SystemDatabase } from '../../../db/system-database.js';
import type { Actor, Context } from '../../../src/core/context.js';
import type { Logger } from '../../../src/core/log.js';
import type { Models } from '../../../src/core/models/models.js';
import type { PageLinks } from '../../../src/core/page-links.js';
import type { AddressRule } from '../../../src/core/work-item-url.js';
import type { Tracker } from '../../../src/issues/tracker.js';
import type { SlackSettings } from './app-settings.js';
import type { Channels } from './channels.js';
import type { Connection, Pace } from './connection.js';
import type { Health } from './health.js';
import type { People } from './people.js';

/** A cron expression in a time zone. */
export interface DigestTime {
  cron: string;
  timeZone: string;
}

/** One workspace tied to one team, with its clients. */
export interface Slack {
  settings: SlackSettings;
  teamId: string;
  system: SystemDatabase;
  log: Logger;
  client: WebClient;
  connection: Connection;
  health: Health;
  people: People;
  pace: Pace;
  channels: Channels;
  publicUrl: string;
  /** The time of the digest, unless the team chose another. */
  digest: DigestTime;
  trackers: ReadonlyMap<string, Tracker>;
  addressRules?: readonly AddressRule[];
  models?: Models;
  /** Links to the pages; absent if no one could open them. */
  pages?: PageLinks;
}

export const contextOf = (slack: Slack, actor: Actor): Context => ({
  db: slack.system.team(slack.teamId),
  actor,
  now: new Date(),
  log: slack.log,
  ...(slack.addressRules ? { addressRules: slack.addressRules } : {}),
  ...(slack.models ? { models: slack.models } : {}),
  ...(slack.pages ? { pages: slack.pages } : {}),
});
