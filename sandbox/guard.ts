import type { Context } from 'koa';

/**
 * The reason why an action must not be carried out, or undefined: only the sandbox's own pages may act. The content
 * type must match; the default is one that no form of another page can send.
 */
export function untrustedPage(ctx: Context, type = 'application/json'): string | undefined {
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
