import type { DataSource } from 'typeorm';
import { DatabaseUnavailable } from './why-unavailable.js';

/** An arbitrary fixed number for the lock that keeps two processes from migrating at once. */
const MIGRATION_LOCK = 7_236_001;

/** Runs the pending migrations, one process at a time. Returns their names; `onMigration` gets each of them. */
export async function migrate(
  dataSource: DataSource,
  onMigration: (name: string) => void = () => {},
): Promise<string[]> {
  const guard = dataSource.createQueryRunner();
  await guard.connect();
  try {
    await guard.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await refuseEarlierVersion(dataSource);
    const done = await dataSource.runMigrations({ transaction: 'each' });
    const names = done.map((migration) => migration.name);
    for (const name of names) onMigration(name);
    return names;
  } finally {
    await guard.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {});
    await guard.release();
  }
}

/** True if every migration of this build has run. */
export async function isMigrated(dataSource: DataSource): Promise<boolean> {
  return !(await dataSource.showMigrations());
}

/** Throws DatabaseUnavailable for a database from before the first release, which had different migrations. */
async function refuseEarlierVersion(dataSource: DataSource): Promise<void> {
  const [{ known }] = await dataSource.query(
    "select to_regclass('migrations') is not null as known",
  );
  if (!known) return;
  const rows: { name: string }[] = await dataSource.query('select name from migrations');
  const ours = new Set(dataSource.migrations.map((migration) => migration.constructor.name));
  if (rows.length > 0 && !rows.some(({ name }) => ours.has(name))) {
    throw new DatabaseUnavailable(
      'The database was made by a version before the first release. Run `npm run cli -- export --team TEAMID` with that version, then `import` the file into an empty database of this one.',
    );
  }
}
