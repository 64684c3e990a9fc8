import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { createDataSource, type DataSourceOptions } from './data-source.js';
import { DatabaseUnavailable } from './why-unavailable.js';

/** Returns a connected data source. Throws DatabaseUnavailable, which names the server but never the password. */
export async function connect(options: DataSourceOptions): Promise<DataSource> {
  try {
    return await createDataSource(options).initialize();
  } catch (error) {
    if (!options.throughPooler && /unsupported startup parameter/i.test(String(error)))
      return connect({ ...options, throughPooler: true });
    const name = new URL(options.url).pathname.slice(1);
    throw new DatabaseUnavailable(explain(error, serverOf(options.url), name), { cause: error });
  }
}

/** Host and port of a database's URL. */
export function serverOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  return `${searchParams.get('host') ?? hostname}:${port || 5432}`;
}

function explain(error: unknown, server: string, name: string): string {
  const { code = '', message = String(error) } = error as { code?: string; message?: string };
  const refused = `Postgres at ${server} refuses the user or the password of DATABASE_URL. Correct them.`;
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ETIMEDOUT':
    case 'ECONNRESET':
      return `No Postgres answers at ${server} (${code}). Start it or correct DATABASE_URL; without DATABASE_URL the embedded database is used.`;
    case '28000':
      if (/no encryption|SSL off/.test(message)) {
        return `Postgres at ${server} takes encrypted connections only. Add ?sslmode=verify-full to DATABASE_URL, or ?sslmode=no-verify if the server signs its own certificate.`;
      }
      return refused;
    case '28P01':
      return refused;
    case '3D000':
      return `Postgres at ${server} has no database "${name}". Create it (createdb ${name}) or correct DATABASE_URL.`;
    default:
      return `Postgres at ${server} cannot be used: ${message}. Check DATABASE_URL.`;
  }
}

/** A pooler hands out the server connection that it used last, so one attempt nearly always detects it. */
const ROUNDS = 3;
const WAIT_MS = 3_000;

/**
 * Throws DatabaseUnavailable if a pooler between here and Postgres uses another server connection for every
 * transaction (PgBouncer's transaction and statement modes). Prepared statements, LISTEN and session locks would
 * otherwise fail later, one at a time. The embedded database has only one backend and skips the check.
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

const MARK = `select current_setting('belief_layer.session', true) as mark`;

/**
 * True if a setting of `mine` survives while another client holds the connection that was just freed, and that
 * client does not see it. With a pool of one connection, `mine` continues only after the other is done.
 */
async function keepsSession(mine: QueryRunner, other: QueryRunner): Promise<boolean> {
  const mark = randomUUID();
  const markOf = async (runner: QueryRunner): Promise<string | null> =>
    (await runner.query(MARK))[0].mark;
  await mine.query(`select set_config('belief_layer.session', $1, false)`, [mark]);
  let read: Promise<string | null>;
  await other.startTransaction();
  try {
    if ((await markOf(other)) === mark) return false;
    read = markOf(mine);
    await Promise.race([read, sleep(WAIT_MS, undefined, { ref: false })]);
  } finally {
    await other.rollbackTransaction();
  }
  return (await read) === mark;
}
