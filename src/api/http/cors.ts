import type { IncomingMessage } from 'node:http';
import type Koa from 'koa';

const MAX_AGE_SECONDS = 600;

/**
 * The headers that let pages of these origins call the API from a browser; with none, which is the default,
 * no page may. `vary` names what else the answer depends on.
 */
export function corsHeaders(
  origins: readonly string[],
  { method, headers }: IncomingMessage,
  vary?: string,
): Record<string, string> {
  if (origins.length === 0) return {};
  const varied = { Vary: vary ? `${vary}, Origin` : 'Origin' };
  const { origin } = headers;
  if (origin === undefined || !origins.includes(origin)) return varied;
  const preflight = method === 'OPTIONS' && headers['access-control-request-method'];
  return {
    ...varied,
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'ETag, Retry-After, X-Request-Id',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...(preflight && {
      'Access-Control-Allow-Methods': 'GET, HEAD, POST',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-None-Match, X-Request-Id',
      'Access-Control-Max-Age': String(MAX_AGE_SECONDS),
    }),
  };
}

/** The same for what is served beside the API. */
export const cors =
  (origins: readonly string[]): Koa.Middleware =>
  (ctx, next) => {
    ctx.set(corsHeaders(origins, ctx.req));
    return next();
  };
