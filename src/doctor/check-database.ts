import { connect } from '../../db/connect.js';
import { DatabaseUnavailable } from '../../db/database-unavailable.js';
import { isMigrated } from '../../db/migrate.js';
import { openDatabase } from '../../db/open-database.js';
import type { Config } from '../config.js';
import { type Check, ok, wrong } from './check.js';

/** What the tests run on. */
const OLDEST_MAJOR = 15;

export interface DatabaseFindings {
  checks: Check[];
  /** Seconds this machine is ahead of the server's clock; undefined where it was not reached. */
  skewSecs?: number;
}

/** Whether the database of this installation can be reached, is new enough, migrated and quick. */
export async function checkDatabase(config: Config): Promise<DatabaseFindings> {
  try {
    const database = await openDatabase({
      dataDir: config.dataDir,
      role: 'command',
      ...(config.databaseUrl && { databaseUrl: config.databaseUrl.reveal() }),
    });
    try {
      return await look(database.url, database.embedded);
    } finally {
      await database.stop();
    }
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return { checks: [wrong('database', 'it cannot be used', error.message)] };
  }
}

async function look(url: string, embedded: boolean): Promise<DatabaseFindings> {
  const dataSource = await connect({ url, poolSize: 1, applicationName: 'belief-layer doctor' });
  try {
    const asked = performance.now();
    const [{ version, now }] = await dataSource.query<[{ version: string; now: Date }]>(
      `select current_setting('server_version') as version, clock_timestamp() as now`,
    );
    const tookMs = performance.now() - asked;
    return {
      checks: [ofServer(version, tookMs, embedded), ofMigrations(await isMigrated(dataSource))],
      skewSecs: (Date.now() - tookMs / 2 - now.getTime()) / 1000,
    };
  } finally {
    await dataSource.destroy();
  }
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
