/** SQLSTATE classes and codes that pass without a change of ours: PostgreSQL manual, appendix A. */
const PASSING = /^(08...|53...|57P0[1235]|25006)$/;
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

/**
 * Whether a statement failed because the database is away, starting, full or out of connections: the
 * same request can work a little later.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return PASSING.test(code) || NETWORK.has(code);
  return WITHOUT_CODE.test(error.message);
}
