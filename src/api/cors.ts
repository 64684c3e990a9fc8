import type Koa from 'koa';

const MAX_AGE_SECONDS = 600;

/** Lets pages of these origins call the API from a browser; with none, which is the default, no page may. */
export const cors =
  (origins: readonly string[]): Koa.Middleware =>
  async (ctx, next) => {
    const origin = ctx.get('Origin');
    ctx.vary('Origin');
    if (!origins.includes(origin)) return next();
    ctx.set({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': 'ETag, Retry-After, X-Request-Id',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    await next();
    if (ctx.method === 'OPTIONS' && ctx.get('Access-Control-Request-Method')) {
      ctx.set({
        'Access-Control-Allow-Methods': 'GET, HEAD, POST',
        'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-None-Match, X-Request-Id',
        'Access-Control-Max-Age': String(MAX_AGE_SECONDS),
      });
    }
  };
