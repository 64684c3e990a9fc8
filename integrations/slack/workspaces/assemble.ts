import { forgetMessages } from '../../../db/queries/slack-messages.js';
import type { SystemDatabase } from '../../../db/system-database.js';
import type { Logger } from '../../../src/core/log.js';
import type { Models } from '../../../src/core/models/models.js';
import type { PageLinks } from '../../../src/core/page-links.js';
import type { AddressRule } from '../../../src/core/work-item-url.js';
import type { Tracker } from '../../../src/issues/tracker.js';
import { POST_INTERVAL_MS, type SlackSettings } from '../connection/app-settings.js';
import { Channels } from '../connection/channels.js';
import { createClient } from '../connection/client.js';
import { Connection, Pace } from '../connection/connection.js';
import { Health } from '../connection/health.js';
import { People } from '../connection/people.js';
import { contextOf, type DigestTime, type Slack } from '../connection/slack.js';
import { scopesGranted, watchScopes } from '../delivery/admin-alerts.js';

/** The dependencies of every workspace's bot. */
export interface Surroundings {
  system: SystemDatabase;
  log: Logger;
  /** Public URL of this server; shown in App Home. */
  publicUrl: string;
  /** The configured trackers by provider; each gets a button on recommendations. */
  trackers: ReadonlyMap<string, Tracker>;
  /** Hosts of configured GitHub Enterprise servers. */
  addressRules?: readonly AddressRule[];
  /** Absent if only built-in answers are given. */
  models?: Models;
  /** Links to the pages; absent if no one could open them. */
  pages?: PageLinks | undefined;
  /** When digests are posted; by default on weekdays at 9:00 UTC. */
  digest?: DigestTime;
}

/** The default time of digests. */
export const WEEKDAYS_AT_NINE: DigestTime = { cron: '0 9 * * 1-5', timeZone: 'UTC' };

/** Builds one workspace tied to one team, with its clients. Makes no calls to Slack yet. */
export function assemble(
  { system, log, publicUrl, trackers, addressRules, models, pages, digest }: Surroundings,
  settings: SlackSettings,
  teamId: string,
): Slack {
  const fine = settings.channelId
    ? 'connected'
    : 'connected; SLACK_CHANNEL is not set and no channel is chosen in the settings, so cards are in App Home only';
  const client = createClient(
    settings,
    log,
    watchScopes(() => slack),
  );
  const health = new Health(log, fine, settings.installed?.teamId);
  const connection = new Connection(client, health, async ({ workspaceId }, granted) => {
    if (settings.forgetsMessages) await system.team(teamId).rows(forgetMessages, workspaceId);
    const ctx = contextOf(slack, { type: 'service', id: 'slack', name: 'Slack' });
    await scopesGranted(ctx, slack, granted);
  });
  const slack: Slack = {
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
    ...(addressRules ? { addressRules } : {}),
    ...(models ? { models } : {}),
    ...(pages ? { pages } : {}),
  };
  return slack;
}
