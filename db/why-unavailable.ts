/** SQLSTATE classes and codes of temporary failures: PostgreSQL manual, appendix A. */
const PASSING = /^(08...|53...|57P0[1235])$/;
const DISK_FULL = '53100';
const READ_ONLY = '25006';
/** A statement was canceled at its time limit (57014), or waited too long for a lock (55P03). */
const SLOW = new Set(['57014', '55P03']);
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Message, without a code, of pg's pool when no connection became free in time. */
const POOL_BUSY = 'timeout exceeded when trying to connect';
/** Messages of pg that have no code. */
const WITHOUT_CODE =
  /connection terminated|client has encountered a connection error|client was closed and is not queryable/i;

/**
 * `away`: gone, starting or out of connections; `busy`: all of our connections are in use; `slow`: it takes too
 * long. In the other two states reads work and nothing can be stored.
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
      : WITHOUT_CODE.test(error.message);
  return away ? 'away' : undefined;
}
