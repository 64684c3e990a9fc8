import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { TeamRow } from '../../db/queries/teams.js';
import type { SystemDatabase } from '../../db/system-database.js';
import type * as sandboxModule from '../../sandbox/index.js';
import type { Config } from '../config/config.js';
import type { Logger } from '../core/log.js';
import { teamOfSettings, teams } from '../core/teams.js';

/** The plan for the sandbox, made before any part of it runs. */
export interface SandboxPlan {
  team: TeamRow;
  /** URL at which this process reaches itself. */
  baseUrl: string;
  signingSecret: string;
  /** The sandbox's code, loaded only if it is used. */
  module: typeof sandboxModule;
  /** The in-memory tracker; absent if a real tracker is configured. */
  tracker?: sandboxModule.SandboxTracker;
  /** The configuration including the sandbox's team and tracker, as if an operator had set them. */
  config: Config;
}

interface SandboxPlanDeps {
  config: Config;
  system: SystemDatabase;
  log: Logger;
  /** Port of this process; undefined without HTTP. */
  port: number | undefined;
  publicUrl: string;
  /** True if this process also runs jobs: the sandbox exists in the memory of one process. */
  alone: boolean;
}

/** Plans the sandbox if there are no Slack credentials and this is not production; otherwise returns undefined. */
export async function planSandbox(deps: SandboxPlanDeps): Promise<SandboxPlan | undefined> {
  const { config, port } = deps;
  const offered = !config.slack && !config.slackOAuth && !config.production && deps.alone;
  if (!offered || port === undefined) return undefined;
  const team = await sandboxTeam(deps);
  const module = team && (await loadSandbox(deps.log));
  if (!team || !module) return undefined;
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  const baseUrl = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const signingSecret = randomBytes(16).toString('hex');
  const plan = { team, baseUrl, signingSecret, module };
  const ofTeam = { ...config, teamId: team.teamId };
  if (config.trackers.some(({ connect }) => connect)) return { ...plan, config: ofTeam };

  const tracker = module.createSandboxTracker({
    baseUrl: () => baseUrl,
    publicUrl: () => deps.publicUrl,
    file: path.resolve(config.dataDir, 'sandbox-issues.json'),
  });
  const trackers = [...config.trackers, tracker.known];
  return { ...plan, tracker, config: { ...ofTeam, trackers } };
}

/** Returns undefined, with a log message, if the packages that render the page are not installed. */
async function loadSandbox(log: Logger): Promise<typeof sandboxModule | undefined> {
  try {
    return await import('../../sandbox/index.js');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    log.warn(
      'the sandbox is off: its packages are development dependencies and are not installed. Run `npm ci` without --omit=dev, or configure Slack.',
    );
    return undefined;
  }
}

/** The team named in the settings, or else the newest one: a user who has just imported a team wants to see it. */
async function sandboxTeam({ config, system, log }: SandboxPlanDeps): Promise<TeamRow | undefined> {
  const found = await teamOfSettings(system, config.teamId);
  if ('team' in found) return found.team;
  const newest = config.teamId ? undefined : (await teams(system)).at(-1);
  if (!newest) log.warn(`the sandbox is off: ${found.whyNone}`);
  return newest;
}
