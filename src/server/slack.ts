import type Koa from 'koa';
import type { TeamRow } from '../../db/queries/teams.js';
import type { SystemDatabase } from '../../db/system-database.js';
import type { SlackDeps, SlackIntegration, SlackSettings } from '../../integrations/slack/index.js';
import type { Config } from '../config/config.js';
import { cipherOfSettings } from '../core/encryption.js';
import type { Logger } from '../core/log.js';
import type { Models } from '../core/models/models.js';
import type { PageLinks } from '../core/page-links.js';
import { teamOfSettings } from '../core/teams.js';
import { addressRules } from '../issues/adapter.js';
import type { Tracker } from '../issues/tracker.js';
import type { SandboxPlan } from './sandbox.js';

export interface SlackSurface {
  integration: SlackIntegration;
  /** Mount it before any body parser, in this order. */
  middleware: Koa.Middleware[];
  /** The stand-in for Slack, if no real Slack is configured. */
  sandbox?: { team: TeamRow; close(): void };
}

interface SlackSurfaceDeps {
  config: Config;
  system: SystemDatabase;
  log: Logger;
  trackers: ReadonlyMap<string, Tracker>;
  models: Models;
  publicUrl: string;
  /** Links to the pages; absent if no one could open them. */
  pages: PageLinks | undefined;
  /** The plan for the stand-in for Slack, if there is one. */
  sandbox: SandboxPlan | undefined;
}

/**
 * Creates the bot of the configured workspace and of those that installed it, or else of the sandbox, or else none
 * (the log says why).
 */
export async function createSlackSurface(
  deps: SlackSurfaceDeps,
): Promise<SlackSurface | undefined> {
  const { config, sandbox } = deps;
  if (sandbox) return sandboxSurface(deps, sandbox);
  const own = await configuredWorkspace(deps);
  const oauth = installableWorkspaces(config);
  if (!own && !oauth) return undefined;
  const integration = await createIntegration(deps, {
    ...(own && { own }),
    ...(oauth && { oauth }),
  });
  return { integration, middleware: integration.middleware };
}

async function configuredWorkspace({
  config,
  system,
  log,
}: SlackSurfaceDeps): Promise<SlackDeps['own']> {
  if (!config.slack) return undefined;
  const found = await teamOfSettings(system, config.teamId);
  if ('whyNone' in found) {
    log.warn(`Slack is off: ${found.whyNone}`);
    return undefined;
  }
  const { botToken, signingSecret, appToken, channelId } = config.slack;
  const settings: SlackSettings = {
    botToken: botToken.reveal(),
    ...(signingSecret && { signingSecret: signingSecret.reveal() }),
    ...(appToken && { appToken: appToken.reveal() }),
    ...(channelId && { channelId }),
    ...(config.slackApiUrl && { apiUrl: config.slackApiUrl }),
  };
  return { settings, teamId: found.team.teamId };
}

function installableWorkspaces({
  slackOAuth,
  encryptionKey,
  slackApiUrl,
}: Config): SlackDeps['oauth'] {
  if (!slackOAuth || !encryptionKey) return undefined;
  const { clientId, clientSecret, stateSecret, signingSecret } = slackOAuth;
  const settings = {
    clientId,
    clientSecret: clientSecret.reveal(),
    stateSecret: stateSecret.reveal(),
    signingSecret: signingSecret.reveal(),
    ...(slackApiUrl && { apiUrl: slackApiUrl }),
  };
  return { settings, cipher: cipherOfSettings(encryptionKey) };
}

async function sandboxSurface(
  deps: SlackSurfaceDeps,
  { team, baseUrl, signingSecret, module, tracker }: SandboxPlan,
): Promise<SlackSurface> {
  const { exampleQuestion, postDigestNow, tourProgress } = await import('./sandbox-controls.js');
  const db = deps.system.team(team.teamId);
  const sandbox = module.createSandbox({
    eventsUrl: () => `${baseUrl}/slack/events`,
    baseUrl: () => baseUrl,
    publicUrl: () => deps.publicUrl,
    signingSecret,
    teamName: team.name,
    shortcuts: [
      { callbackId: 'evidence.save', name: 'Save as evidence' },
      { callbackId: 'issue.from_message', name: 'Create issue' },
    ],
    issuesPath: tracker?.pagesPath,
    exampleQuestion: () => exampleQuestion(db),
    tour: () => tourProgress(db, deps.log),
    postDigest: () => postDigestNow(integration, db, deps.log),
  });
  const settings: SlackSettings = {
    botToken: sandbox.botToken,
    signingSecret,
    channelId: sandbox.channelId,
    apiUrl: sandbox.apiUrl(),
    postIntervalMs: 0,
    forgetsMessages: true,
  };
  const integration = await createIntegration(deps, { own: { settings, teamId: team.teamId } });
  const issues = tracker ? [tracker.middleware] : [];
  return {
    integration,
    middleware: [sandbox.middleware, ...issues, ...integration.middleware],
    sandbox: { team, close: () => sandbox.close() },
  };
}

async function createIntegration(
  { config, system, log, trackers, models, publicUrl, pages }: SlackSurfaceDeps,
  workspaces: Pick<SlackDeps, 'own' | 'oauth'>,
): Promise<SlackIntegration> {
  const { createSlackIntegration } = await import('../../integrations/slack/index.js');
  return createSlackIntegration({
    ...workspaces,
    system,
    log,
    trackers,
    models,
    publicUrl,
    pages,
    addressRules: addressRules(config.trackers),
    digest: { cron: config.digestCron, timeZone: config.tz },
  });
}
