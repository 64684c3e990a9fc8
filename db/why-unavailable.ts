import type { DataSource } from 'typeorm';

/** SQLSTATE classes and codes of temporary failures: PostgreSQL manual, appendix A. */
const PASSING = /^(08...|53...|57P0[1235])$/;
const DISK_FULL = '53100';
const ADMIN_SHUTDOWN = '57P01';
const READ_ONLY = '25006';
/** The server ended a transaction whose client had left it idle for too long. */
const IDLE_IN_TRANSACTION = '25P03';
/** A statement was canceled at its time limit (57014), or waited too long for a lock (55P03). */
const SLOW = new Set(['57014', '55P03', IDLE_IN_TRANSACTION]);
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Message of pg's pool, without a code, when no connection became free in time. */
export const POOL_BUSY = 'timeout exceeded when trying to connect';
/** Messages of pg and TypeORM, without a code: the connection was lost before the statement could be sent. */
const UNSENT =
  /client has encountered a connection error|client was closed and is not queryable|query runner (was )?already released/i;
/** Message of pg, without a code: it is unknown whether the statement was executed. */
const LOST = /connection terminated/i;

/**
 * True if the transaction cannot have been committed, because its connection was gone before its next statement
 * could be sent (EPIPE: the process was too busy to notice the closed socket).
 */
export const lostBetweenStatements = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return code === IDLE_IN_TRANSACTION || code === 'EPIPE' || UNSENT.test(error.message);
};

/** True if the server ended the connection: a restart, a failover, or an operator's `pg_terminate_backend`. */
export const endedByServer = (error: unknown): boolean =>
  (error as { code?: unknown }).code === ADMIN_SHUTDOWN;

/**
 * `away`: gone, starting or out of connections; `busy`: all of our connections are in use; `slow`: it takes too
 * long. In the other two states, reads work but nothing can be stored.
 */
export type Unavailable = 'away' | 'busy' | 'slow' | 'disk_full' | 'read_only';

/** The temporary reason why a statement failed; undefined if retrying would not help. */
export function whyUnavailable(error: unknown): Unavailable | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as { code?: unknown };
  if (code === DISK_FULL) return 'disk_full';
  if (code === READ_ONLY) return 'read_only';
  if (typeof code === 'string' && SLOW.has(code)) return 'slow';
  if (error.message === POOL_BUSY) return 'busy';
  const away =
    typeof code === 'string'
      ? PASSING.test(code) || NETWORK.has(code)
      : UNSENT.test(error.message) || LOST.test(error.message);
  return away ? 'away' : undefined;
}

/** The database cannot be used, for a reason that the operator can fix. The message is one line that says how. */
export class DatabaseUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseUnavailable';
  }
}

/** A refused statement costs its connection, so not every request retries it. */
const ASK_AGAIN_MS = 5_000;
const refusedAt = new WeakMap<DataSource, number>();

/**
 * Returns the result of `write`, or undefined if the database is read-only at the moment (a full disk, a replica):
 * a read must not fail because its bookkeeping cannot be stored.
 */
export async function ifWritable<T>(
  dataSource: DataSource,
  write: () => Promise<T>,
): Promise<T | undefined> {
  if (Date.now() - (refusedAt.get(dataSource) ?? 0) < ASK_AGAIN_MS) return undefined;
  try {
    return await write();
  } catch (error) {
    const why = whyUnavailable(error);
    if (why !== 'disk_full' && why !== 'read_only') throw error;
    refusedAt.set(dataSource, Date.now());
    return undefined;
  }
}
