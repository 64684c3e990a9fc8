import { setMaxListeners } from 'node:events';
import type { SystemDatabase } from '../../db/system-database.js';
import type { App } from '../api/app.js';
import type { Config } from '../config/config.js';
import type { Logger } from '../core/log.js';
import type { Models } from '../core/models/models.js';
import { addressRules } from '../issues/adapter.js';
import { createJobRunner, createScheduler } from '../jobs/index.js';
import { jobsAndSchedules } from './jobs-and-schedules.js';
import type { Role } from './load-config.js';
import { reachablePages } from './pages.js';
import { requestRecounts } from './recount-facts.js';
import { planSandbox } from './sandbox.js';
import { createSlackSurface, type SlackSurface } from './slack.js';
import { configuredTrackers } from './trackers.js';
import { createWatch, createWeb } from './web.js';

interface PartsDeps {
  config: Config;
  system: SystemDatabase;
  databaseUrl: string;
  /** True for the embedded database, which this process has to maintain. */
  embedded: boolean;
  log: Logger;
  models: Models;
  publicUrl: string;
  /** Port of this process; undefined without HTTP. */
  port: number | undefined;
  roles: readonly Role[];
}

/** The parts that depend on the team in the settings. */
export interface Parts {
  surface: SlackSurface | undefined;
  /** Undefined in a process without HTTP. */
  app: App | undefined;
  /** Call once `app` is served, since the sandbox is reached through it. */
  start(): Promise<void>;
  stop(deadlineMs: number): Promise<void>;
}

export async function createParts(deps: PartsDeps): Promise<Parts> {
  const { system, databaseUrl, embedded, log, models, publicUrl, roles } = deps;
  const [web, worker] = [roles.includes('web'), roles.includes('worker')];
  const sandbox = await planSandbox({ ...deps, alone: web && worker });
  const config = sandbox?.config ?? deps.config;
  const { teamId, trackers } = await configuredTrackers({ ...deps, config });
  const pages = reachablePages({ config, publicUrl, sandbox: sandbox !== undefined });
  const surface = await createSlackSurface({ ...deps, config, trackers, sandbox, pages });
  const slack = surface?.integration;
  const { handlers, schedules } = jobsAndSchedules({
    slack,
    embeddedUrl: embedded ? databaseUrl : undefined,
    workItems: { teamId, trackers, autoPush: config.autoPush },
  });
  const runner = createJobRunner({
    system,
    log,
    handlers,
    addressRules: addressRules(config.trackers),
    models,
    pages,
  });
  const scheduler = createScheduler({ schedules, system, log });
  const ending = new AbortController();
  setMaxListeners(0, ending.signal); // every call to a model adds a listener
  const app = web
    ? createWeb({
        ...deps,
        config,
        surface,
        pages,
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
        await requestRecounts(system);
        runner.start();
        scheduler.start();
      }
      if (web) await slack?.start();
    },
    async stop(deadlineMs) {
      // A model may take longer than the deadline: the rest of the time is left for an answer without it.
      setTimeout(() => ending.abort(), deadlineMs / 2).unref();
      surface?.sandbox?.close();
      await Promise.all([scheduler.stop(deadlineMs), slack?.stop(), runner.stop(deadlineMs)]);
      await app?.stop();
    },
  };
}

/**
 * Wraps the language model so that it gives up when `ending` aborts at the latest, and waiting users get the
 * built-in answer.
 */
function modelsUntil(ending: AbortSignal, { language, ...rest }: Models): Models {
  if (!language) return rest;
  return {
    ...rest,
    language: {
      name: language.name,
      generate: (request) => language.generate({ ...request, ending }),
    },
  };
}
