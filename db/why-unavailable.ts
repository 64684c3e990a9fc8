/** SQLSTATE classes and codes that pass without a change of ours: PostgreSQL manual, appendix A. */
const PASSING = /^(08...|53...|57P0[1235])$/;
const DISK_FULL = '53100';
const READ_ONLY = '25006';
/** A statement was given up at its time limit (57014), or waited too long for a lock (55P03). */
const SLOW = new Set(['57014', '55P03']);
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** What pg says without a code. */
const WITHOUT_CODE =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|client was closed and is not queryable/i;

/** `away`: gone, starting or out of connections; `slow`: busy. The other two read as ever and store nothing. */
export type Unavailable = 'away' | 'slow' | 'disk_full' | 'read_only';

/** Why a statement failed that can work a little later; undefined where it failed for a reason of its own. */
export function whyUnavailable(error: unknown): Unavailable | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as { code?: unknown };
  if (code === DISK_FULL) return 'disk_full';
  if (code === READ_ONLY) return 'read_only';
  if (typeof code === 'string' && SLOW.has(code)) return 'slow';
  const away =
    typeof code === 'string'
      ? PASSING.test(code) || NETWORK.has(code)
      : WITHOUT_CODE.test(error.message);
  return away ? 'away' : undefined;
}
