/** Failures of `fetch` before any byte of the request was sent. */
const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/**
 * The error's code if the request certainly never left this machine, else undefined.
 * Follows `cause`, where fetch and the clients around it keep the reason.
 */
export function neverSent(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    const codes = e instanceof AggregateError ? e.errors.map(codeOf) : [codeOf(e)];
    if (codes.length > 0 && codes.every((code) => BEFORE_SENDING.has(code))) return codes[0];
  }
  return undefined;
}

const codeOf = (error: unknown): string => String((error as { code?: unknown })?.code ?? '');
