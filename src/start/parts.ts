import type { SystemDatabase } from '../../db/system-database.js';
import type { App } from '../api/app.js';
import { githubHosts } from '../config/github-hosts.js';
import type { Config } from '../config.js';
import { createJobRunner, createScheduler } from '../jobs/index.js';
import type { Logger } from '../log.js';
import type { Models } from '../models/models.js';
import { modelsUntil } from './models-until.js';
import type { Role } from './role.js';
import { planSandbox } from './sandbox.js';
import { createSlackSurface, type SlackSurface } from './slack.js';
import { configuredTrackers } from './trackers.js';
import { createWatch, createWeb } from './web.js';
import { allWork } from './work.js';

export interface PartsDeps {
  config: Config;
  system: SystemDatabase;
  databaseUrl: string;
  /** Whether that is the embedded database, which this process then keeps in order. */
  embedded: boolean;
  log: Logger;
  models: Models;
  publicUrl: string;
  /** Where this process answers; undefined in one without HTTP. */
  port: number | undefined;
  roles: readonly Role[];
}

/** Everything that depends on which team the settings belong to. */
export interface Parts {
  surface: SlackSurface | undefined;
  /** Undefined in a process without HTTP. */
  app: App | undefined;
  /** To be called once `app` is served: the sandbox is reached through it. */
  start(): Promise<void>;
  stop(deadlineMs: number): Promise<void>;
}

export async function createParts(deps: PartsDeps): Promise<Parts> {
  const { system, databaseUrl, embedded, log, models, publicUrl, roles } = deps;
  const [web, worker] = [roles.includes('web'), roles.includes('worker')];
  const sandbox = await planSandbox({ ...deps, alone: web && worker });
  const config = sandbox?.config ?? deps.config;
  const { teamId, trackers } = await configuredTrackers({ ...deps, config });
  const surface = await createSlackSurface({ ...deps, config, trackers, sandbox });
  const slack = surface?.integration;
  const work = allWork({
    slack,
    embeddedUrl: embedded ? databaseUrl : undefined,
    workItems: { teamId, trackers, publicUrl, autoPush: config.autoPush },
  });
  const runner = createJobRunner({
    system,
    log,
    handlers: work.handlers,
    githubHosts: githubHosts(config.github?.apiUrl),
    models,
  });
  const scheduler = createScheduler({ schedules: work.schedules, system, log });
  const ending = new AbortController();
  const app = web
    ? createWeb({
        ...deps,
        config,
        surface,
        trackers: { teamId, trackers },
        models: modelsUntil(ending.signal, models),
      })
    : deps.port === undefined
      ? undefined
      : createWatch({ ...deps, config });
  return {
    surface,
    app,
    async start() {
      if (worker) {
        runner.start();
        scheduler.start();
      }
      if (web) await slack?.start();
    },
    async stop(deadlineMs) {
      // a model may take longer than we have: the rest of the time is for the answer without it
      setTimeout(() => ending.abort(), deadlineMs / 2).unref();
      surface?.sandbox?.close();
      await Promise.all([scheduler.stop(deadlineMs), slack?.stop(), runner.stop(deadlineMs)]);
      await app?.stop();
    },
  };
}
