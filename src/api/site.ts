import Router from '@koa/router';
import type Koa from 'koa';
import type { FrameState } from './frame.js';
import type { Metrics } from './metrics.js';

export interface Readiness {
  ok: boolean;
  /** State of each part, with a one-line description. */
  parts: Record<string, { ok: boolean; detail: string }>;
}

export interface SiteOptions {
  ready(): Promise<Readiness>;
  publicUrl: string;
}

/** The paths outside /v1 that operators and newcomers open. */
export function site(
  { ready, publicUrl }: SiteOptions,
  metrics: Metrics,
): Koa.Middleware<FrameState> {
  const router = new Router<FrameState>({ strict: true, sensitive: true });
  router.use(async (ctx, next) => {
    ctx.set('Cache-Control', 'no-store');
    await next();
  });
  router.get('/healthz', (ctx) => {
    ctx.body = { ok: true };
  });
  router.get('/readyz', async (ctx) => {
    const readiness = await ready();
    ctx.status = readiness.ok ? 200 : 503;
    ctx.body = readiness;
  });
  router.get('/metrics', async (ctx) => {
    ctx.type = metrics.registry.contentType;
    ctx.body = await metrics.registry.metrics();
  });
  router.get('/', (ctx) => {
    ctx.body = {
      name: 'Belief Layer',
      api: `${publicUrl}/v1`,
      docs: `${publicUrl}/docs`,
      openapi: `${publicUrl}/openapi.json`,
      health: `${publicUrl}/healthz`,
    };
  });
  return router.routes() as Koa.Middleware<FrameState>;
}
