import type { DataSource } from 'typeorm';

/** Any fixed number: the lock that keeps two processes from migrating at once. */
const MIGRATION_LOCK = 7_236_001;

/** Runs the pending migrations, one process at a time; gives their names. */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  const guard = dataSource.createQueryRunner();
  await guard.connect();
  try {
    await guard.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const done = await dataSource.runMigrations({ transaction: 'each' });
    return done.map((migration) => migration.name);
  } finally {
    await guard.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {});
    await guard.release();
  }
}

/** True where every migration of this build has run. */
export async function isMigrated(dataSource: DataSource): Promise<boolean> {
  return !(await dataSource.showMigrations());
}
