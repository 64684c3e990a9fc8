import pg from 'pg';

/** What autovacuum does on a server, statistics included; the embedded database has none. May take minutes. */
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
