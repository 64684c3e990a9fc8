import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { TeamRow } from '../../db/queries/teams.js';
import type { SystemDatabase } from '../../db/system-database.js';
import type { IssueTracker } from '../../integrations/sandbox/issues/issue-tracker.js';
import type { Config } from '../config.js';
import type { Logger } from '../log.js';
import { Secret } from '../secret.js';
import { teamOfSettings } from '../teams/team-of-settings.js';
import { teams } from '../teams/teams.js';

/** What the sandbox is going to be, before anything of it answers. */
export interface SandboxPlan {
  team: TeamRow;
  /** Where this process reaches itself. */
  baseUrl: string;
  signingSecret: string;
  /** The stand-in for GitHub, where no tracker is configured. */
  issueTracker?: IssueTracker;
  /** The configuration with the sandbox's team and tracker in it, as if an operator had set them. */
  config: Config;
}

export interface SandboxPlanDeps {
  config: Config;
  system: SystemDatabase;
  log: Logger;
  /** Where this process answers; undefined in one without HTTP. */
  port: number | undefined;
  publicUrl: string;
  /** Whether this process also works jobs: the sandbox lives in the memory of one process. */
  alone: boolean;
}

/** Without Slack credentials and outside production: the sandbox (operator.md). Undefined elsewhere. */
export async function planSandbox(deps: SandboxPlanDeps): Promise<SandboxPlan | undefined> {
  const { config, port } = deps;
  const offered = !config.slack && !config.slackOAuth && !config.production && deps.alone;
  if (!offered || port === undefined) return undefined;
  const team = await sandboxTeam(deps);
  if (!team) return undefined;
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  const baseUrl = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const signingSecret = randomBytes(16).toString('hex');
  const plan = { team, baseUrl, signingSecret };
  const ofTeam = { ...config, teamId: team.teamId };
  if (config.linear || config.github) return { ...plan, config: ofTeam };

  const { createIssueTracker } = await import('../../integrations/sandbox/issues/issue-tracker.js');
  const issueTracker = createIssueTracker({
    baseUrl: () => baseUrl,
    publicUrl: () => deps.publicUrl,
    file: path.resolve(config.dataDir, 'sandbox-issues.json'),
    secret: signingSecret,
  });
  const { token, repo, apiUrl, webhookSecret } = issueTracker.settings();
  const github = {
    auth: { token: new Secret(token) },
    repo,
    apiUrl,
    webhookSecret: new Secret(webhookSecret),
  };
  return { ...plan, issueTracker, config: { ...ofTeam, github } };
}

/** With several teams and none named, the newest: whoever just imported their own wants to see it. */
async function sandboxTeam({ config, system, log }: SandboxPlanDeps): Promise<TeamRow | undefined> {
  const found = await teamOfSettings(system, config.teamId);
  if ('team' in found) return found.team;
  const newest = config.teamId ? undefined : (await teams(system)).at(-1);
  if (!newest) log.warn(`the sandbox is off: ${found.whyNone}`);
  return newest;
}
