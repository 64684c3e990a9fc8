import pg from 'pg';

/** Vacuums and analyzes the embedded database, which has no autovacuum. May take minutes. */
export async function vacuum(url: string): Promise<void> {
  // its own connection, since those of the pool have a statement timeout
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // the statement's own error is thrown below
  await client.connect();
  try {
    await client.query('vacuum (analyze)');
  } finally {
    await client.end();
  }
}
