import { setTimeout as sleep } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { isMigrated } from '../../db/migrate.js';
import { poolOf } from '../../db/pool.js';
import type { SystemDatabase } from '../../db/system-database.js';
import { webhooks } from '../../integrations/webhooks.js';
import { ask } from '../answers/ask/ask.js';
import { type App, createApp, createWatchApp } from '../api/app.js';
import type { Readiness } from '../api/site.js';
import type { Config } from '../config/config.js';
import type { Logger } from '../core/log.js';
import type { Models } from '../core/models/models.js';
import type { PageLinks } from '../core/page-links.js';
import {
  type LastCalls,
  registerOutgoingMetrics,
  registerStatementMetrics,
  watchLastCalls,
} from '../core/telemetry/outgoing-calls.js';
import { addressRules } from '../issues/adapter.js';
import { registerJobMetrics } from '../jobs/job-metrics.js';
import { mcp } from '../mcp/route.js';
import { servedPages } from './pages.js';
import type { SlackSurface } from './slack.js';
import type { ConfiguredTrackers } from './trackers.js';
import { servicesByOrigin } from './trackers.js';

type PartStatus = Readiness['parts'][string];

/** Less than a load balancer waits; a server that hangs would never answer. */
const PATIENCE_MS = 2_000;

/** A read-only database counts as ready: a `web` process on a replica answers every read. */
const READ_ONLY = `select current_setting('transaction_read_only') = 'on' as "readOnly"`;

/** Checks the state of the database and the named parts. Never rejects, and answers quickly. */
function createReadiness(
  dataSource: DataSource,
  others: Record<string, () => PartStatus>,
): () => Promise<Readiness> {
  let migrated = false;

  async function database(): Promise<PartStatus> {
    try {
      const { rows } = await poolOf(dataSource).query<{ readOnly: boolean }>(READ_ONLY);
      migrated ||= await isMigrated(dataSource);
      if (migrated && rows[0]?.readOnly)
        return { ok: true, detail: 'connected, but it only reads' };
    } catch {
      return { ok: false, detail: 'the database cannot be reached' };
    }
    return migrated
      ? { ok: true, detail: 'connected' }
      : {
          ok: false,
          detail: 'the database is not migrated: run `node dist/src/cli/main.js migrate`',
        };
  }

  return async () => {
    const silent = { ok: false, detail: `the database did not answer within ${PATIENCE_MS} ms` };
    const state = await Promise.race([database(), sleep(PATIENCE_MS, silent, { ref: false })]);
    const rest = Object.entries(others).map(([name, status]) => [name, status()] as const);
    return { ok: state.ok, parts: { database: state, ...Object.fromEntries(rest) } };
  };
}

interface WebDeps {
  config: Config;
  system: SystemDatabase;
  databaseUrl: string;
  log: Logger;
  surface: SlackSurface | undefined;
  models: Models;
  publicUrl: string;
  pages: PageLinks | undefined;
  trackers: ConfiguredTrackers;
}

/** The HTTP surface with everything that is mounted on it. */
export function createWeb(deps: WebDeps): App {
  const { config, system, databaseUrl, log, surface, models, publicUrl, pages } = deps;
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
      webhooks({
        trackers,
        db: teamId ? system.team(teamId) : undefined,
        log,
        addressRules: addressRules(config.trackers),
      }),
      mcp({ publicUrl, pages, corsOrigins: config.corsOrigins, log }),
    ],
    ready: createReadiness(system.dataSource, {
      ...(slack && { [name]: () => slack.status() }),
      ...otherServices(config, calls),
    }),
    addressRules: addressRules(config.trackers),
    models,
    ask,
    pages: servedPages(deps),
  });
  return measured(app, deps, calls.end);
}

/** The monitoring paths of a `worker` with a port. */
export function createWatch(
  deps: Pick<WebDeps, 'config' | 'system' | 'log' | 'models' | 'publicUrl'>,
): App {
  const { config, system, log, publicUrl } = deps;
  const calls = watchLastCalls(servicesByOrigin(config));
  const ready = createReadiness(system.dataSource, otherServices(config, calls));
  return measured(createWatchApp({ log, ready, publicUrl }), deps, calls.end);
}

function otherServices(
  { trackers, llm, embeddings }: Config,
  calls: LastCalls,
): Record<string, () => { ok: boolean; detail: string }> {
  const configured = Object.entries({
    ...Object.fromEntries(
      trackers.map(({ provider, apiUrl, connect }) => [provider, apiUrl && connect]),
    ),
    model: llm,
    embeddings,
  });
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

/** Registers the process's metrics besides requests. Returns a function that stops them. */
function measure(
  registry: Registry,
  { config, system, models }: { config: Config; system: SystemDatabase; models: Models },
): () => void {
  registerJobMetrics(registry, system);
  models.usage.register(registry);
  const ends = [
    registerStatementMetrics(registry),
    registerOutgoingMetrics(registry, servicesByOrigin(config)),
  ];
  return () => {
    for (const end of ends) end();
  };
}
