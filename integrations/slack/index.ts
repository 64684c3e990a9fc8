import { setTimeout as sleep } from 'node:timers/promises';
import type { HTTPReceiver } from '@slack/bolt';
import type Koa from 'koa';
import { forgetMessages } from '../../db/queries/slack-messages.js';
import type { SystemDatabase } from '../../db/system-database.js';
import type { JobHandler, Schedule } from '../../src/jobs/index.js';
import type { Logger } from '../../src/log.js';
import type { Models } from '../../src/models/models.js';
import type { Tracker } from '../../src/trackers/tracker.js';
import { createApp } from './app.js';
import { createClient } from './client.js';
import { Connection } from './connection.js';
import { Health, type Status } from './health.js';
import { InFlight } from './in-flight.js';
import { People } from './people.js';
import { Channels } from './publish/channels.js';
import { ofTeam } from './publish/of-team.js';
import { Pace } from './publish/pace.js';
import { askToPost, postCards } from './publish/post-cards.js';
import { publishCards } from './publish/publish-cards.js';
import { redrawCard } from './publish/redraw-card.js';
import { createReceiver, mountReceiver } from './receiver.js';
import { slackSchedules } from './schedules.js';
import { POST_INTERVAL_MS, type SlackSettings } from './settings.js';
import type { Slack } from './slack.js';
import { Socket } from './socket.js';

export type { SlackSettings } from './settings.js';

export interface SlackDeps {
  settings: SlackSettings;
  /** The team that the workspace belongs to. */
  teamId: string;
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
}

export interface SlackIntegration {
  /** Serves `/slack/events`; to be mounted before any body parser. */
  middleware: Koa.Middleware;
  jobHandlers: JobHandler[];
  schedules: Schedule[];
  /** Connects, in the background: it neither waits for Slack nor fails. Call it when the server listens. */
  start(): Promise<void>;
  /** Takes no more from a socket and waits for what is at work, 8 s at most. */
  stop(): Promise<void>;
  status(): Status;
}

const DRAIN_MS = 8_000;

/** The Slack bot of one team in one workspace. Nothing that is wrong with Slack throws here or later. */
export async function createSlackIntegration(deps: SlackDeps): Promise<SlackIntegration> {
  const slack = assemble(deps);
  const { settings, log, teamId } = deps;
  const inFlight = new InFlight();
  const socket = settings.appToken
    ? new Socket({ ...settings, appToken: settings.appToken }, slack.health, log)
    : undefined;
  const receiver = socket ? socket.receiver : createReceiver(settings.signingSecret ?? '', log);
  createApp(slack, receiver, inFlight);

  return {
    middleware: socket ? (_, next) => next() : mountReceiver(receiver as HTTPReceiver, log),
    jobHandlers: [redrawCard(slack), postCards(slack), publishCards()].map((handler) =>
      ofTeam(teamId, handler),
    ),
    schedules: slackSchedules(teamId),
    async start() {
      void socket?.start();
      void slack.connection
        .connect()
        .then(() => askToPost({ db: slack.system.team(teamId) }))
        .catch((error: unknown) => log.debug({ err: error }, 'Slack is not connected yet'));
    },
    async stop() {
      await socket?.stop();
      await Promise.race([inFlight.idle(), sleep(DRAIN_MS, undefined, { ref: false })]);
    },
    status: () => slack.health.status(),
  };
}

function assemble({
  settings,
  teamId,
  system,
  log,
  publicUrl,
  trackers,
  githubHosts,
  models,
}: SlackDeps): Slack {
  const fine = settings.channelId
    ? 'connected'
    : 'connected; SLACK_CHANNEL is not set, so cards are in App Home only';
  const client = createClient(settings, log);
  const health = new Health(log, fine);
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
    channels: new Channels(),
    pace: new Pace(settings.postIntervalMs ?? POST_INTERVAL_MS),
    publicUrl,
    trackers,
    ...(githubHosts ? { githubHosts } : {}),
    ...(models ? { models } : {}),
  };
}
