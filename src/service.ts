import { connect } from '../db/connect.js';
import { isMigrated, migrate } from '../db/migrate.js';
import { type OpenDatabase, openDatabase } from '../db/open-database.js';
import { SystemDatabase } from '../db/system-database.js';
import type { Config } from './config.js';
import type { Logger } from './log.js';
import { banner } from './start/banner.js';
import { loadDemoTeam, readDemoKey } from './start/demo-team.js';
import { listen } from './start/http-server.js';
import { configuredModels } from './start/models.js';
import { createParts, type Parts } from './start/parts.js';
import type { Role } from './start/role.js';
import { StartError } from './start/start-error.js';
import { watchForTeam } from './start/watch-for-team.js';
import { teamOfSettings } from './teams/team-of-settings.js';
import { teams } from './teams/teams.js';
import { servicesByOrigin } from './telemetry/services-by-origin.js';
import type { Tracing } from './telemetry/tracing.js';

export interface Service {
  /** How people reach it; undefined for a worker. */
  url: string | undefined;
  /** What to show to whoever started it by hand. */
  welcome: string;
  /** Ends within 10 s: what is under way is finished, nothing new begins. */
  stop(): Promise<void>;
}

/** Below what an operator's supervisor waits (10 s): the database is closed in the rest. */
const DRAIN_MS = 8_000;
/** One statement of a request or a job; imports and migrations run on connections without a limit. */
const STATEMENT_MS = 30_000;

/** Starts the service. Throws StartError, DatabaseUnavailable or ConfigError, and then holds nothing open. */
export async function startService(
  config: Config,
  log: Logger,
  roles: readonly Role[],
): Promise<Service> {
  const undo: (() => Promise<void>)[] = [];
  try {
    return await assemble(config, log, roles, undo);
  } catch (error) {
    for (const step of undo.reverse()) await step().catch(() => {});
    throw error;
  }
}

async function assemble(
  config: Config,
  log: Logger,
  roles: readonly Role[],
  undo: (() => Promise<void>)[],
): Promise<Service> {
  const web = roles.includes('web');
  const alone = web && roles.includes('worker');
  const port = web ? config.port : config.workerPort;
  const server = port === undefined ? undefined : await listen(port, config.host);
  if (server) undo.push(() => server.stop(0));

  preload(config, alone);
  const tracing = await configuredTracing(config);
  if (tracing) undo.push(tracing.stop);
  const database = await openDatabase({
    dataDir: config.dataDir,
    role: 'server',
    log: (message) => log.warn(message),
    vectors: config.embeddings !== undefined,
    ...(config.databaseUrl && { databaseUrl: config.databaseUrl.reveal() }),
  });
  undo.push(database.stop);
  await prepare(database, alone);
  const dataSource = await connect({ url: database.url, statementTimeoutMs: STATEMENT_MS });
  undo.push(() => dataSource.destroy());
  const system = new SystemDatabase(dataSource);
  if (alone && config.demo) await loadDemoTeam(system, config.dataDir, log);

  const publicUrl = config.publicUrl ?? `http://localhost:${server?.port ?? config.port}`;
  const models = await configuredModels({ config, system, log });
  const create = (): Promise<Parts> =>
    createParts({
      config,
      system,
      databaseUrl: database.url,
      embedded: database.embedded,
      log,
      models,
      publicUrl,
      port: server?.port,
      roles,
    });
  let parts = await create();
  const serve = async (): Promise<void> => {
    if (parts.app) {
      const listener = parts.app.listener;
      server?.handle(tracing?.ofRequests(listener) ?? listener);
    }
    await parts.start();
  };
  await serve();
  const waits = await lacksTeam(config, system, parts);
  const stopWaiting = waits
    ? watchForTeam({ config, system, log }, async () => {
        const before = parts;
        parts = await create();
        await before.stop(DRAIN_MS);
        await serve();
      })
    : async () => {};

  const demoKey = alone && config.demo ? await readDemoKey(system, config.dataDir) : undefined;
  return {
    url: web ? publicUrl : undefined,
    welcome: banner({
      url: publicUrl,
      sandboxTeam: parts.surface?.sandbox?.team.name,
      demoKey,
      hasTeams: (await teams(system)).length > 0,
    }),
    async stop() {
      await stopWaiting();
      await Promise.all([server?.stop(DRAIN_MS), parts.stop(DRAIN_MS)]);
      await dataSource.destroy();
      await database.stop();
      await tracing?.stop();
    },
  };
}

/** Whether something is off for want of a team that may still be created. */
async function lacksTeam(config: Config, system: SystemDatabase, parts: Parts): Promise<boolean> {
  const { slack, linear, github, production, slackOAuth } = config;
  const offersSandbox = !production && !slackOAuth && !parts.surface;
  if (!slack && !linear && !github && !offersSandbox) return false;
  return 'whyNone' in (await teamOfSettings(system, config.teamId));
}

async function configuredTracing(config: Config): Promise<Tracing | undefined> {
  if (!config.otlpEndpoint) return undefined;
  const { startTracing } = await import('./telemetry/tracing.js');
  return startTracing(config.otlpEndpoint, servicesByOrigin(config));
}

/** Loads the heavy modules while the embedded database starts in its own thread; both are much of a start. */
function preload(config: Config, alone: boolean): void {
  const ignore = (): void => {}; // the import that needs the module tells
  if (config.slack || alone) import('../integrations/slack/index.js').catch(ignore);
  if (!config.slack && alone && !config.production) {
    import('../integrations/sandbox/index.js').catch(ignore);
  }
}

/** `npm start` migrates; several processes on one server leave that to the release. */
async function prepare(database: OpenDatabase, alone: boolean): Promise<void> {
  if (database.embedded) return;
  const dataSource = await connect({ url: database.url, poolSize: 2 });
  try {
    if (alone) await migrate(dataSource);
    else if (!(await isMigrated(dataSource))) {
      throw new StartError('The database is not migrated. Run `npm run cli -- migrate` first.');
    }
  } finally {
    await dataSource.destroy();
  }
}
