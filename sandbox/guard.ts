import type { Context } from 'koa';
import type { SandboxOptions } from './options.js';

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * The reason why a request must not be served, or undefined. Accepts only this computer's host names and the
 * configured ones, to prevent DNS rebinding.
 */
export function strangeHost(
  ctx: Context,
  options: Pick<SandboxOptions, 'baseUrl' | 'publicUrl'>,
): string | undefined {
  const own = [options.baseUrl, options.publicUrl].map((url) => url && new URL(url()).host);
  if (LOCAL.test(ctx.host) || own.includes(ctx.host)) return undefined;
  return `The sandbox answers on localhost or PUBLIC_URL, not on "${ctx.host}".`;
}

/**
 * The reason why an action must not be carried out, or undefined: only the sandbox's own pages may act. The content
 * type must match; the default is one that no form of another page can send.
 */
export function strangePage(ctx: Context, type = 'application/json'): string | undefined {
  const origin = ctx.get('origin');
  const same = URL.canParse(origin) && new URL(origin).host === ctx.host;
  if (!same) return 'Only the sandbox page itself may act in the sandbox.';
  if (!ctx.is(type)) return `It must be sent as ${type}.`;
  return undefined;
}

/** Loads nothing from elsewhere and runs only our own scripts. The renderer indents with inline styles. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
