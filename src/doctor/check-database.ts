import type { DataSource } from 'typeorm';
import { connect } from '../../db/connect.js';
import { DatabaseUnavailable } from '../../db/database-unavailable.js';
import { isMigrated } from '../../db/migrate.js';
import { openDatabase } from '../../db/open-database.js';
import { SystemDatabase } from '../../db/system-database.js';
import type { Config } from '../config.js';
import { type Check, ok, wrong } from './check.js';

/** What the tests run on. */
const OLDEST_MAJOR = 15;
/** A server that hangs is not waited for longer. */
const PATIENCE_MS = 5_000;

export interface ExaminedDatabase {
  checks: Check[];
  /** Seconds this machine is ahead of the server's clock; undefined where it was not reached. */
  skewSecs?: number;
  /** For what else is to be looked up there; undefined where it cannot be. */
  system?: SystemDatabase;
  close(): Promise<void>;
}

/** Whether the database of this installation can be reached, is new enough, migrated and quick. Open until it is closed. */
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
      poolSize: 1,
      applicationName: 'belief-layer doctor',
      statementTimeoutMs: PATIENCE_MS,
    });
    opened.push(() => dataSource.destroy());
    return { ...(await look(dataSource, database.embedded)), close };
  } catch (error) {
    await close();
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return {
      checks: [wrong('database', 'it cannot be used', error.message)],
      close: async () => {},
    };
  }
}

async function look(
  dataSource: DataSource,
  embedded: boolean,
): Promise<Omit<ExaminedDatabase, 'close'>> {
  const asked = performance.now();
  const [{ version, now }] = await dataSource.query<[{ version: string; now: Date }]>(
    `select current_setting('server_version') as version, clock_timestamp() as now`,
  );
  const tookMs = performance.now() - asked;
  const migrated = await isMigrated(dataSource);
  return {
    checks: [ofServer(version, tookMs, embedded), ofMigrations(migrated)],
    skewSecs: (Date.now() - tookMs / 2 - now.getTime()) / 1000,
    ...(migrated && { system: new SystemDatabase(dataSource) }),
  };
}

function ofServer(version: string, tookMs: number, embedded: boolean): Check {
  const what = embedded ? `embedded Postgres ${version}` : `Postgres ${version}`;
  const detail = `${what}, answers in ${tookMs.toFixed(1)} ms`;
  if (Number.parseInt(version, 10) >= OLDEST_MAJOR) return ok('database', detail);
  return wrong('database', detail, `Use Postgres ${OLDEST_MAJOR} or newer.`);
}

const ofMigrations = (migrated: boolean): Check =>
  migrated
    ? ok('migrations', 'all have run')
    : wrong('migrations', 'some have not run', 'Run: npm run cli -- migrate');
