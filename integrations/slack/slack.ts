import type { WebClient } from '@slack/web-api';
import type { SystemDatabase } from '../../db/system-database.js';
import type { Actor, Context } from '../../src/context.js';
import type { Logger } from '../../src/log.js';
import type { Models } from '../../src/models/models.js';
import type { Tracker } from '../../src/trackers/tracker.js';
import type { Connection } from './connection/connection.js';
import type { Health } from './connection/health.js';
import type { People } from './people/people.js';
import type { Channels } from './publish/channels.js';
import type { Pace } from './publish/pace.js';
import type { SlackSettings } from './settings.js';

/** A cron expression, on the clock of a time zone. */
export interface DigestTime {
  cron: string;
  timeZone: string;
}

/** One workspace tied to one team, and what talks to it. */
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
  /** When the digest is posted unless the team chose otherwise. */
  digest: DigestTime;
  trackers: ReadonlyMap<string, Tracker>;
  githubHosts?: readonly string[];
  models?: Models;
}

export const contextOf = (slack: Slack, actor: Actor): Context => ({
  db: slack.system.team(slack.teamId),
  actor,
  now: new Date(),
  log: slack.log,
  ...(slack.githubHosts ? { githubHosts: slack.githubHosts } : {}),
  ...(slack.models ? { models: slack.models } : {}),
});
