import pg from 'pg';
import type { DataSource } from 'typeorm';

/** Gives the planner fresh statistics: after an import, before the first reads. */
export async function analyze(dataSource: DataSource): Promise<void> {
  await dataSource.query('analyze');
}

/** What autovacuum does on a server; the embedded database has none. May take minutes. */
export async function vacuum(url: string): Promise<void> {
  // a connection of its own: the pool's have a statement timeout
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // the statement's own error is thrown below
  await client.connect();
  try {
    await client.query('vacuum (analyze)');
  } finally {
    await client.end();
  }
}
