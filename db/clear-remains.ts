import pg from 'pg';
import type { DataSource } from 'typeorm';

const MB = 1024 * 1024;
/** Largest table that the embedded database rewrites: rewriting blocks its only backend. */
const REWRITTEN_UP_TO = 64 * MB;
const DENIED = '42501';

interface Table {
  name: string;
  bytes: string;
  /** True if the current database user may vacuum the table. */
  owned: boolean;
}

/** Every table with rows of teams, and the statistics tables, which hold sample values of their columns. */
const tablesSql = `
  select format('%I.%I', n.nspname, c.relname) as name, pg_total_relation_size(c.oid) as bytes,
         pg_has_role(c.relowner, 'usage') as owned
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind = 'r'
     and (n.nspname = 'public' and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'team_id')
       or c.oid = 'pg_statistic'::regclass)
   order by c.oid = 'pg_statistic'::regclass, 1`;

const dropStatisticsSql = `
  delete from pg_statistic where starelid in (
    select attrelid from pg_attribute where attname = 'team_id')`;

/**
 * Removes what deleted and changed rows left in the database's files, one table at a time: in tables and indexes,
 * in the planner's statistics and in the log. Returns a sentence for each step that failed.
 */
export async function clearRemains(
  dataSource: DataSource,
  { embedded }: { embedded: boolean },
): Promise<string[]> {
  // one connection for all: a setting holds for a session
  const runner = dataSource.createQueryRunner();
  try {
    const tables: Table[] = await runner.query(tablesSql);
    const mine = tables.filter(({ owned }) => owned);
    const rewritten = mine.filter(({ bytes }) => embedded && Number(bytes) <= REWRITTEN_UP_TO);
    // the samples of a table that is now empty would never be replaced
    if (embedded) await runner.query(dropStatisticsSql);
    for (const table of mine) {
      const options = rewritten.includes(table) ? 'full, analyze' : 'analyze';
      await runner.query(`vacuum (${options}) ${table.name}`);
    }
    const large = embedded ? mine.filter((table) => !rewritten.includes(table)) : [];
    const switched = await switchLog(runner.query.bind(runner), embedded);
    return [
      ...(large.length > 0 ? [ofLarge(large)] : []),
      ...(tables.some(({ name, owned }) => !owned && name.startsWith('public.'))
        ? [NOT_OWNED]
        : []),
      ...(switched ? [] : [LOG_DENIED]),
    ];
  } finally {
    await runner.release();
  }
}

/** Starts a new log segment and drops the old ones. Returns false if the current user may not. */
async function switchLog(
  query: (sql: string) => Promise<unknown>,
  embedded: boolean,
): Promise<boolean> {
  try {
    // a recycled segment keeps its old contents until they are overwritten
    if (embedded) await query('set wal_recycle = off');
    await query('select pg_switch_wal()');
    await query('checkpoint');
    if (embedded) await query('reset wal_recycle');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== DENIED) throw error;
    return false;
  }
}

const NOT_OWNED =
  'The database user may not vacuum the tables: deleted words stay in their files, out of every query’s reach, until autovacuum comes by. To be sure, have the owner of the tables run: vacuum (analyze)';
const LOG_DENIED =
  'The database user may not switch the log of the server: deleted words stay in its old segments until the server uses them again. To be sure, have a superuser run: select pg_switch_wal(); checkpoint';

const ofLarge = (tables: readonly Table[]): string =>
  `Too large to be rewritten while the service runs, so deleted words stay in unused parts of their files until those are overwritten: ${tables.map(({ name }) => name).join(', ')}. To be sure, stop the service and run "vacuum full" on them.`;

/**
 * Analyzes a table from a sample of 9,000 rows: the usual 30,000 hold the embedded database's only backend for half
 * a second. Sent as one string, so it is one transaction and the setting ends with it.
 */
export const analyzeQuickly = (table: string): string =>
  `set local default_statistics_target = 30; analyze ${table}`;

/**
 * Vacuums and analyzes the embedded database, which has no autovacuum. May take minutes. Goes table by table,
 * because the only backend serves no one else during a statement.
 */
export async function vacuum(url: string): Promise<void> {
  // its own connection, since connections of the pool have a statement timeout
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // the statement's own error is thrown below
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname <> 'information_schema'",
    );
    for (const { name } of tables.rows) {
      await client.query(`vacuum ${name}`);
      if (name.startsWith('public.')) await client.query(analyzeQuickly(name));
    }
  } finally {
    await client.end();
  }
}
