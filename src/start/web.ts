import type { SystemDatabase } from '../../db/system-database.js';
import { webhooks } from '../../integrations/webhooks.js';
import { type App, createApp } from '../api/app.js';
import { createWatchApp } from '../api/watch-app.js';
import { ask } from '../ask/ask.js';
import { githubHosts } from '../config/github-hosts.js';
import type { Config } from '../config.js';
import type { Logger } from '../log.js';
import type { Models } from '../models/models.js';
import { type LastCalls, watchLastCalls } from '../telemetry/last-calls.js';
import { servicesByOrigin } from '../telemetry/services-by-origin.js';
import { measure } from './measure.js';
import { createReadiness } from './readiness.js';
import type { SlackSurface } from './slack.js';
import type { ConfiguredTrackers } from './trackers.js';

export interface WebDeps {
  config: Config;
  system: SystemDatabase;
  databaseUrl: string;
  log: Logger;
  surface: SlackSurface | undefined;
  models: Models;
  publicUrl: string;
  trackers: ConfiguredTrackers;
}

/** The HTTP surface with everything that is mounted on it. */
export function createWeb(deps: WebDeps): App {
  const { config, system, databaseUrl, log, surface, models, publicUrl } = deps;
  const { teamId, trackers } = deps.trackers;
  const slack = surface?.integration;
  const name = surface?.sandbox ? 'sandbox' : 'slack';
  const calls = watchLastCalls(servicesByOrigin(config));
  const app = createApp({
    system,
    databaseUrl,
    log,
    publicUrl,
    limits: config.limits,
    corsOrigins: config.corsOrigins,
    before: [
      ...(surface?.middleware ?? []),
      webhooks({ trackers, db: teamId ? system.team(teamId) : undefined, log }),
    ],
    ready: createReadiness(system.dataSource, {
      ...(slack && { [name]: () => slack.status() }),
      ...otherServices(config, calls),
    }),
    githubHosts: githubHosts(config.github?.apiUrl),
    models,
    ask,
  });
  return measured(app, deps, calls.end);
}

/** What a `worker` answers where it has a port. */
export function createWatch(
  deps: Pick<WebDeps, 'config' | 'system' | 'log' | 'models' | 'publicUrl'>,
): App {
  const { config, system, log, publicUrl } = deps;
  const calls = watchLastCalls(servicesByOrigin(config));
  const ready = createReadiness(system.dataSource, otherServices(config, calls));
  return measured(createWatchApp({ log, ready, publicUrl }), deps, calls.end);
}

function otherServices(
  { linear, github, llm, embeddings }: Config,
  calls: LastCalls,
): Record<string, () => { ok: boolean; detail: string }> {
  const configured = Object.entries({ linear, github, model: llm, embeddings });
  return Object.fromEntries(
    configured
      .filter(([, settings]) => settings !== undefined)
      .map(([name]) => [name, () => calls.statusOf(name)]),
  );
}

function measured(
  app: App,
  deps: Pick<WebDeps, 'config' | 'system' | 'models'>,
  forget: () => void,
): App {
  const end = measure(app.metrics.registry, deps);
  return {
    ...app,
    stop() {
      end();
      forget();
      return app.stop();
    },
  };
}
