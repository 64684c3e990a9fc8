import { forgetMessages } from '../../../db/queries/slack-messages.js';
import type { SystemDatabase } from '../../../db/system-database.js';
import type { Logger } from '../../../src/log.js';
import type { Models } from '../../../src/models/models.js';
import type { Tracker } from '../../../src/trackers/tracker.js';
import { createClient } from '../connection/client.js';
import { Connection } from '../connection/connection.js';
import { Health } from '../connection/health.js';
import { People } from '../people/people.js';
import { Channels } from '../publish/channels.js';
import { Pace } from '../publish/pace.js';
import { POST_INTERVAL_MS, type SlackSettings } from '../settings.js';
import type { DigestTime, Slack } from '../slack.js';

/** What the bot of every workspace is given. */
export interface Surroundings {
  system: SystemDatabase;
  log: Logger;
  /** How people reach this server; shown in App Home. */
  publicUrl: string;
  /** The configured trackers by provider: each gets a button on recommendations. */
  trackers: ReadonlyMap<string, Tracker>;
  /** Hosts of configured GitHub Enterprise servers. */
  githubHosts?: readonly string[];
  /** Absent: answers are the built-in ones. */
  models?: Models;
  /** When digests are posted; on weekdays at 9:00 UTC unless told. */
  digest?: DigestTime;
}

/** When digests are posted unless somebody says otherwise. */
export const WEEKDAYS_AT_NINE: DigestTime = { cron: '0 9 * * 1-5', timeZone: 'UTC' };

/** One workspace tied to one team, and what talks to it. Nothing is asked of Slack yet. */
export function assemble(
  { system, log, publicUrl, trackers, githubHosts, models, digest }: Surroundings,
  settings: SlackSettings,
  teamId: string,
): Slack {
  const fine = settings.channelId
    ? 'connected'
    : 'connected; SLACK_CHANNEL is not set and no channel is chosen in the settings, so cards are in App Home only';
  const client = createClient(settings, log);
  const health = new Health(log, fine, settings.installed?.teamId);
  const connection = new Connection(client, health, async ({ workspaceId }) => {
    if (settings.forgetsMessages) await system.team(teamId).rows(forgetMessages, workspaceId);
  });
  return {
    settings,
    teamId,
    system,
    log,
    client,
    connection,
    health,
    people: new People(client),
    channels: new Channels(client),
    pace: new Pace(settings.postIntervalMs ?? POST_INTERVAL_MS),
    publicUrl,
    digest: digest ?? WEEKDAYS_AT_NINE,
    trackers,
    ...(githubHosts ? { githubHosts } : {}),
    ...(models ? { models } : {}),
  };
}
