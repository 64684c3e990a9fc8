import path from 'node:path';
import type { DataSource } from 'typeorm';
import { connect, requireSessions, serverOf } from '../../../db/connect.js';
import { isMigrated } from '../../../db/migrate.js';
import { openDatabase } from '../../../db/open-database.js';
import { SystemDatabase } from '../../../db/system-database.js';
import { DatabaseUnavailable } from '../../../db/why-unavailable.js';
import type { Config } from '../../config/config.js';
import { type Check, ok, wrong } from '../../core/check.js';

/** The oldest version that the tests run on. */
const OLDEST_MAJOR = 15;
/** Maximum milliseconds to wait for a server that hangs. */
const PATIENCE_MS = 5_000;

interface ExaminedDatabase {
  checks: Check[];
  /** Seconds by which this machine is ahead of the server's clock; undefined if the server was not reached. */
  skewSecs?: number;
  /** The database for further checks; undefined if it is unavailable. */
  system?: SystemDatabase;
  close(): Promise<void>;
}

/**
 * Checks that this installation's database is reachable, recent enough, migrated and fast. It stays open until it
 * is closed.
 */
export async function checkDatabase(config: Config): Promise<ExaminedDatabase> {
  const opened: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of opened.reverse()) await end();
  };
  try {
    const database = await openDatabase({
      dataDir: config.dataDir,
      role: 'command',
      ...(config.databaseUrl && { databaseUrl: config.databaseUrl.reveal() }),
    });
    opened.push(() => database.stop());
    const dataSource = await connect({
      url: database.url,
      poolSize: 2,
      applicationName: 'belief-layer doctor',
      statementTimeoutMs: PATIENCE_MS,
    });
    opened.push(() => dataSource.destroy());
    if (!database.embedded) await requireSessions(dataSource);
    return { ...(await look(dataSource, config)), close };
  } catch (error) {
    await close();
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return {
      checks: [wrong('database', 'it cannot be used', error.message)],
      close: async () => {},
    };
  }
}

interface Answer {
  version: string;
  name: string;
  now: Date;
  readOnly: boolean;
}

async function look(
  dataSource: DataSource,
  config: Config,
): Promise<Omit<ExaminedDatabase, 'close'>> {
  const asked = performance.now();
  const [answer] = await dataSource.query<[Answer]>(
    `select split_part(current_setting('server_version'), ' ', 1) as version, current_database() as name,
            clock_timestamp() as now, current_setting('transaction_read_only') = 'on' as "readOnly"`,
  );
  const tookMs = performance.now() - asked;
  const migrated = await isMigrated(dataSource);
  return {
    checks: [ofServer(answer, tookMs, config), ofMigrations(migrated)],
    skewSecs: (Date.now() - tookMs / 2 - answer.now.getTime()) / 1000,
    ...(migrated && { system: new SystemDatabase(dataSource) }),
  };
}

function ofServer(
  { version, name, readOnly }: Answer,
  tookMs: number,
  { databaseUrl, dataDir }: Config,
): Check {
  const what = databaseUrl
    ? `Postgres ${version} at ${serverOf(databaseUrl.reveal())}, database ${name}`
    : `embedded Postgres ${version} in ${path.resolve(dataDir)}`;
  const detail = `${what}, answers in ${tookMs.toFixed(1)} ms`;
  if (Number.parseInt(version, 10) < OLDEST_MAJOR) {
    return wrong('database', detail, `Use Postgres ${OLDEST_MAJOR} or newer.`);
  }
  if (readOnly) {
    return wrong(
      'database',
      `${detail}, and only reads`,
      'Nothing can be stored. Let DATABASE_URL name the primary, or end its read-only mode.',
    );
  }
  return ok('database', detail);
}

const ofMigrations = (migrated: boolean): Check =>
  migrated
    ? ok('migrations', 'all have run')
    : wrong('migrations', 'some have not run', 'Run: node dist/src/cli/main.js migrate');
