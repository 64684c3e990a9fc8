import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { DatabaseUnavailable } from './database-unavailable.js';

/** A pooler hands out the server connection that it used last, so one attempt nearly always detects it. */
const ROUNDS = 3;
const WAIT_MS = 3_000;

/**
 * Throws DatabaseUnavailable if a pooler between here and Postgres gives every transaction another server
 * connection (PgBouncer's transaction and statement modes): prepared statements, LISTEN and session locks
 * would fail later, one by one. The embedded database has one backend, so it is not asked.
 */
export async function requireSessions(dataSource: DataSource): Promise<void> {
  const [{ version }] = await dataSource.query('select version()');
  if (version.includes('PGlite')) return;
  const [mine, other] = [dataSource.createQueryRunner(), dataSource.createQueryRunner()];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      if (!(await keepsSession(mine, other))) throw new DatabaseUnavailable(ADVICE);
    }
  } finally {
    await Promise.all([mine.release(), other.release()]);
  }
}

const ADVICE =
  'DATABASE_URL leads to a pooler in transaction mode. This service prepares statements and listens for notifications, which need a session: set pool_mode = session in PgBouncer, or connect to Postgres directly.';

/** True if a setting of `mine` survives while another client holds the connection that was just freed. */
async function keepsSession(mine: QueryRunner, other: QueryRunner): Promise<boolean> {
  const mark = randomUUID();
  await mine.query(`select set_config('belief_layer.session', $1, false)`, [mark]);
  await other.startTransaction();
  try {
    await other.query('select 1');
    const read = mine.query(`select current_setting('belief_layer.session', true) as mark`);
    const waited = sleep(WAIT_MS, undefined, { ref: false });
    const rows: { mark: string | null }[] | undefined = await Promise.race([read, waited]);
    if (!rows) read.catch(() => {}); // it ends with the transaction below
    return rows?.[0]?.mark === mark;
  } finally {
    await other.rollbackTransaction();
  }
}
