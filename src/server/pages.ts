import type Koa from 'koa';
import type { SystemDatabase } from '../../db/system-database.js';
import type { FrameState } from '../api/frame.js';
import type { CardMessageRow } from '../beliefs/queries/follow-ups.js';
import type { Config } from '../config/config.js';
import type { Logger } from '../core/log.js';
import type { PageLinks } from '../core/page-links.js';
import { untrustedHost } from '../core/untrusted-host.js';
import { pages } from '../pages/pages.js';
import { type MemberWorkspace, signIn } from '../pages/sign-in.js';
import type { SlackSurface } from './slack.js';

const SLACK_API = 'https://slack.com/api/';

/** Links to the pages; undefined if no link could work. */
export function reachablePages({
  config,
  publicUrl = config.publicUrl ?? `http://localhost:${config.port}`,
  sandbox,
}: {
  config: Config;
  publicUrl?: string;
  sandbox: boolean;
}): PageLinks | undefined {
  if (config.production && !config.publicUrl) return undefined;
  const members = config.slackSignIn && (config.slack ?? config.slackOAuth);
  return {
    publicUrl,
    openTo: sandbox ? 'everyone' : members ? 'members' : 'token',
    encryptionKey: config.encryptionKey,
  };
}

interface PagesDeps {
  config: Config;
  system: SystemDatabase;
  log: Logger;
  publicUrl: string;
  surface: SlackSurface | undefined;
}

/** The middleware that serves the pages in this process. */
export function servedPages({
  config,
  system,
  log,
  publicUrl,
  surface,
}: PagesDeps): Koa.Middleware<FrameState> {
  const { slackSignIn, slackApiUrl, encryptionKey } = config;
  const slack = surface?.integration;
  const sandbox = surface?.sandbox;
  const workspace = async (workspaceId: string): Promise<MemberWorkspace | undefined> =>
    slack?.members(workspaceId);
  const common = { system, log, encryptionKey };
  const apiUrl = slackApiUrl ? `${slackApiUrl.replace(/\/+$/, '')}/` : SLACK_API;
  return pages({
    ...common,
    openTeamId: sandbox?.team.teamId,
    knowsHost: (koa) => untrustedHost(koa, { baseUrl: () => publicUrl }) === undefined,
    belongs: async (workspaceId, teamId) => (await workspace(workspaceId))?.teamId === teamId,
    slackAddress: sandbox ? () => '/sandbox' : inSlack,
    ...(slackSignIn &&
      slack && { signIn: signIn({ ...common, ...slackSignIn, apiUrl, publicUrl, workspace }) }),
  });
}

/** Opens the channel of a message, and the message itself if the reader's Slack client supports that. */
const inSlack = ({ workspaceId, channelId, ts }: CardMessageRow): string =>
  `https://slack.com/app_redirect?${new URLSearchParams({ team: workspaceId, channel: channelId, message_ts: ts })}`;
