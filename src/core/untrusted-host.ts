import type { Context } from 'koa';

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Addresses of this server. */
interface OwnAddresses {
  baseUrl: () => string;
  publicUrl?: (() => string) | undefined;
}

/**
 * The reason why a request must not be served, or undefined. Accepts only this computer's host names and the
 * configured ones, to prevent DNS rebinding.
 */
export function untrustedHost(
  ctx: Context,
  { baseUrl, publicUrl }: OwnAddresses,
): string | undefined {
  const own = [baseUrl, publicUrl].map((url) => url && new URL(url()).host);
  if (LOCAL.test(ctx.host) || own.includes(ctx.host)) return undefined;
  return `The sandbox answers on localhost or PUBLIC_URL, not on "${ctx.host}".`;
}
