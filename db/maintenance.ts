import pg from 'pg';

/**
 * Analyzes a table by a sample of 9,000 rows: the usual 30,000 hold the embedded database's only backend for half a
 * second. One string, and so one transaction, which the setting ends with.
 */
export const analyzeQuickly = (table: string): string =>
  `set local default_statistics_target = 30; analyze ${table}`;

/**
 * Vacuums and analyzes the embedded database, which has no autovacuum. May take minutes; table by table, because
 * nobody else is served during a statement.
 */
export async function vacuum(url: string): Promise<void> {
  // its own connection, since those of the pool have a statement timeout
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
