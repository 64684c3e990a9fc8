import { setTimeout as sleep } from 'node:timers/promises';
import type { HTTPReceiver } from '@slack/bolt';
import type Koa from 'koa';
import type { Cipher } from '../../src/core/encryption.js';
import type { JobHandler, Schedule } from '../../src/jobs/index.js';
import type { MemberWorkspace } from '../../src/pages/sign-in.js';
import { createApp } from './app.js';
import { askToPost } from './cards/post-cards.js';
import type { SlackSettings } from './connection/app-settings.js';
import type { Status } from './connection/health.js';
import { createReceiver, mountReceiver } from './connection/receiver.js';
import type { Slack } from './connection/slack.js';
import { Socket } from './connection/socket.js';
import { OUTGOING, slackSchedules } from './jobs.js';
import { InFlight } from './requests/work-queue.js';
import { assemble, type Surroundings, WEEKDAYS_AT_NINE } from './workspaces/assemble.js';
import { InstalledWorkspaces } from './workspaces/installed.js';
import { installer, type OAuthSettings } from './workspaces/installer.js';
import { memberWorkspace, Workspaces } from './workspaces/workspaces.js';

export type { SlackSettings } from './connection/app-settings.js';

export interface SlackDeps extends Surroundings {
  /** The workspace of the configured tokens, and its team. */
  own?: { settings: SlackSettings; teamId: string };
  /** Lets further workspaces install the app, each for one team; the cipher encrypts their tokens. */
  oauth?: { settings: OAuthSettings; cipher: Cipher };
}

export interface SlackIntegration {
  /** Serves `/slack/events` and the installation pages; mount it before any body parser. */
  middleware: Koa.Middleware[];
  jobHandlers: JobHandler[];
  schedules: Schedule[];
  /** Connects in the background: neither waits for Slack nor fails. Call it when the server listens. */
  start(): Promise<void>;
  /** Stops reading from the socket and waits up to 8 s for running work. */
  stop(): Promise<void>;
  status(): Status;
  /** The team of a workspace with this app, and a check for its full members. */
  members(workspaceId: string): Promise<MemberWorkspace | undefined>;
}

const DRAIN_MS = 8_000;

/** Creates the Slack bot. Slack problems never throw, neither here nor later. */
export async function createSlackIntegration(deps: SlackDeps): Promise<SlackIntegration> {
  const { oauth, log } = deps;
  const own = deps.own && assemble(deps, deps.own.settings, deps.own.teamId);
  const installed = oauth && installedWorkspaces(deps, oauth);
  const workspaces = new Workspaces(own, installed);
  const inFlight = new InFlight();
  const socket = own && createSocket(own);
  const signingSecret = own?.settings.signingSecret ?? oauth?.settings.signingSecret ?? '';
  const receiver = socket ? socket.receiver : createReceiver(signingSecret, log);
  createApp(workspaces, receiver, inFlight, log);
  const install = oauth && installed && installPages(deps, oauth.settings, installed);

  return {
    middleware: [
      ...(socket ? [] : [mountReceiver(receiver as HTTPReceiver, log)]),
      ...(install ? [install] : []),
    ],
    jobHandlers: Object.entries(OUTGOING).map(([kind, handlerOf]) =>
      workspaces.job(kind, handlerOf),
    ),
    schedules: slackSchedules(() => workspaces.teamIds(), deps.digest ?? WEEKDAYS_AT_NINE),
    async start() {
      void socket?.start();
      void own?.connection
        .connect()
        .then(() => askToPost({ db: own.system.team(own.teamId) }))
        .catch((error: unknown) => log.debug({ err: error }, 'Slack is not connected yet'));
    },
    async stop() {
      await socket?.stop();
      await Promise.race([inFlight.idle(), sleep(DRAIN_MS, undefined, { ref: false })]);
    },
    status: () => workspaces.status(),
    members: (workspaceId) => memberWorkspace(workspaces, workspaceId),
  };
}

function createSocket({ settings, health, log }: Slack): Socket | undefined {
  const { appToken } = settings;
  return appToken ? new Socket({ ...settings, appToken }, health, log) : undefined;
}

const installedWorkspaces = (
  deps: SlackDeps,
  { settings, cipher }: NonNullable<SlackDeps['oauth']>,
): InstalledWorkspaces =>
  new InstalledWorkspaces(deps.system, cipher, deps.log, (tied, botToken) => {
    const { signingSecret, apiUrl, postIntervalMs } = settings;
    return assemble(
      deps,
      {
        botToken,
        signingSecret,
        installed: tied,
        ...(apiUrl ? { apiUrl } : {}),
        ...(postIntervalMs === undefined ? {} : { postIntervalMs }),
      },
      tied.teamId,
    );
  });

const installPages = (
  { publicUrl, log, system }: SlackDeps,
  settings: OAuthSettings,
  workspaces: InstalledWorkspaces,
): Koa.Middleware =>
  installer({
    settings,
    publicUrl,
    log,
    async installed(teamId, workspace) {
      await workspaces.tie(teamId, workspace);
      await askToPost({ db: system.team(teamId) });
    },
  });
