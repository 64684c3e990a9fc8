import { connect, requireSessions } from '../../db/connect.js';
import { migrations } from '../../db/data-source.js';
import { isMigrated, migrate } from '../../db/migrate.js';
import { type OpenDatabase, openDatabase } from '../../db/open-database.js';
import { SystemDatabase } from '../../db/system-database.js';
import { openVectorStore } from '../../db/vector-store.js';
import { createModels } from '../../integrations/models/index.js';
import type { Config } from '../config/config.js';
import { EMBED_EVIDENCE } from '../core/announce.js';
import { subscribe } from '../core/events.js';
import type { Logger } from '../core/log.js';
import type { Models } from '../core/models/models.js';
import { teamOfSettings, teams } from '../core/teams.js';
import type { Tracing } from '../core/telemetry/tracing.js';
import { enqueueForEveryTeam } from '../jobs/index.js';
import { loadDemoTeam, readDemoKey, watchForTeam } from './demo-team.js';
import { eventHandlers } from './event-handlers.js';
import { listen, StartError } from './http-server.js';
import type { Role } from './load-config.js';
import { createParts, type Parts } from './parts.js';
import { servicesByOrigin } from './trackers.js';

export interface Service {
  /** URL of the service; undefined for a worker. */
  url: string | undefined;
  /** Text for the terminal of a user who started the service by hand. */
  welcome: string;
  /** Stops within 10 s: finishes running work and starts nothing new. */
  stop(): Promise<void>;
}

/** Less than a supervisor waits (10 s); the rest is for closing the database. */
const DRAIN_MS = 8_000;
/**
 * Limit in milliseconds for one statement of a request or a job. Imports and migrations use connections without a
 * limit.
 */
const STATEMENT_MS = 30_000;

/**
 * Starts the service. If it throws StartError, DatabaseUnavailable or ConfigError, all resources have been
 * released.
 */
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
  subscribe(eventHandlers);
  const web = roles.includes('web');
  const alone = web && roles.includes('worker');
  const port = web ? config.port : config.workerPort;
  const variable = web ? 'PORT' : 'WORKER_PORT';
  const server =
    port === undefined ? undefined : await listen({ port, host: config.host, variable }, log);
  if (server) undo.push(() => server.stop(0));

  preload(config, alone);
  const tracing = await configuredTracing(config);
  if (tracing) undo.push(tracing.stop);
  const applied: string[] = [];
  const onMigration = (name: string) => void applied.push(name);
  const database = await openDatabase({
    dataDir: config.dataDir,
    role: 'server',
    log: (message) => log.warn(message),
    vectors: config.embeddings !== undefined,
    onMigration,
    ...(config.databaseUrl && { databaseUrl: config.databaseUrl.reveal() }),
  });
  undo.push(database.stop);
  await prepare(database, alone, onMigration);
  // a new database gets all of them: no news
  const news = applied.length < migrations.length ? applied : [];
  for (const migration of news) log.info({ migration }, 'a migration was applied');
  const dataSource = await connect({ url: database.url, statementTimeoutMs: STATEMENT_MS });
  undo.push(() => dataSource.destroy());
  const system = new SystemDatabase(dataSource);
  if (alone && config.demo) await loadDemoTeam(system, config, log);

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

/** True if a feature is off because its team does not exist yet. */
async function lacksTeam(config: Config, system: SystemDatabase, parts: Parts): Promise<boolean> {
  const { slack, trackers, production, slackOAuth } = config;
  const tracker = trackers.some(({ connect }) => connect);
  const offersSandbox = !production && !slackOAuth && !parts.surface;
  if (!slack && !tracker && !offersSandbox) return false;
  return 'whyNone' in (await teamOfSettings(system, config.teamId));
}

async function configuredTracing(config: Config): Promise<Tracing | undefined> {
  if (!config.otlpEndpoint) return undefined;
  const { startTracing } = await import('../core/telemetry/tracing.js');
  return startTracing(config.otlpEndpoint, servicesByOrigin(config));
}

/**
 * Loads the heavy modules while the embedded database starts in its own thread; both take a large part of the
 * startup time.
 */
function preload(config: Config, alone: boolean): void {
  const ignore = (): void => {}; // the import that needs the module reports the error
  if (config.slack || alone) import('../../integrations/slack/index.js').catch(ignore);
  if (!config.slack && alone && !config.production) {
    import('../../sandbox/index.js').catch(ignore);
  }
}

/** Migrates in `npm start`. With several processes on one server, the release step migrates. */
async function prepare(
  database: OpenDatabase,
  alone: boolean,
  onMigration: (name: string) => void,
): Promise<void> {
  if (database.embedded) return;
  const dataSource = await connect({ url: database.url, poolSize: 2 });
  try {
    await requireSessions(dataSource);
    if (alone) await migrate(dataSource, onMigration);
    else if (!(await isMigrated(dataSource))) {
      throw new StartError(
        'The database is not migrated. Run `node dist/src/cli/main.js migrate` first.',
      );
    }
  } finally {
    await dataSource.destroy();
  }
}

/** The configured models. If the database cannot store vectors, embeddings are off and the log says why. */
export async function configuredModels({
  config,
  system,
  log,
}: {
  config: Pick<Config, 'llm' | 'embeddings'>;
  system: SystemDatabase;
  log: Logger;
}): Promise<Models> {
  const { llm, embeddings } = config;
  if (!embeddings) return createModels({ llm });
  const vectorStore = await openVectorStore(system).catch((error: Error) => error);
  if (vectorStore === undefined || vectorStore instanceof Error) {
    const why = vectorStore
      ? `the extension pgvector cannot be used (${vectorStore.message})`
      : 'this Postgres has no extension pgvector';
    log.warn(`EMBEDDINGS_MODEL is set, but ${why}: search is the built-in one.`);
    return createModels({ llm });
  }
  // The model may be new, or quotes may have arrived while it was off.
  await enqueueForEveryTeam(system, { kind: EMBED_EVIDENCE, key: EMBED_EVIDENCE });
  return { ...createModels({ llm, embeddings }), vectorStore };
}

interface BannerFacts {
  url: string;
  /** The team that the sandbox shows. */
  sandboxTeam: string | undefined;
  demoKey: string | undefined;
  hasTeams: boolean;
}

/** Text for the terminal in which the service was started: its URLs, and what to try first. */
export function banner({ url, sandboxTeam, demoKey, hasTeams }: BannerFacts): string {
  const key = demoKey ?? '<API_KEY>';
  const rows: [string, string | undefined][] = [
    ['API', `${url}/v1`],
    ['Reference', `${url}/docs`],
    [
      'Sandbox',
      sandboxTeam && `${url}/sandbox  (the Slack bot of team ${sandboxTeam}, without Slack)`,
    ],
    ['Pages', sandboxTeam && `${url}/p  (its beliefs, to read in a browser)`],
    ['Demo key', demoKey],
    ['Agents', `${url}/mcp  (MCP; for Claude Code, paste the next line)`],
    [
      '',
      `claude mcp add --transport http belief-layer ${url}/mcp --header "Authorization: Bearer ${key}"`,
    ],
    ['Try', `curl -H "Authorization: Bearer ${key}" ${url}/v1/signals`],
  ];
  const hint = hasTeams
    ? 'New key: npm run cli -- key create --team TEAMID   Teams: npm run cli -- team list'
    : 'No team yet: npm run cli -- team create --name NAME';
  return [
    '',
    'Belief Layer is running.',
    '',
    ...rows.flatMap(([name, value]) => (value ? [`  ${name.padEnd(11)}${value}`] : [])),
    '',
    `  ${hint}`,
    '',
  ].join('\n');
}
