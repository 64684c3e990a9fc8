import type Koa from 'koa';
import type { Metrics } from '../metrics.js';
import type { FrameState } from '../request-frame.js';

export interface Readiness {
  ok: boolean;
  /** Each part, and in a line how it is. */
  parts: Record<string, { ok: boolean; detail: string }>;
}

interface SiteOptions {
  ready(): Promise<Readiness>;
  publicUrl: string;
}

type Page = (ctx: Koa.ParameterizedContext<FrameState>) => Promise<void> | void;

/** The paths beside /v1 that an operator and a newcomer open (operator.md). */
export function site(
  { ready, publicUrl }: SiteOptions,
  metrics: Metrics,
): Koa.Middleware<FrameState> {
  const pages: Record<string, Page> = {
    '/healthz': (ctx) => {
      ctx.body = { ok: true };
    },
    '/readyz': async (ctx) => {
      const readiness = await ready();
      ctx.status = readiness.ok ? 200 : 503;
      ctx.body = readiness;
    },
    '/metrics': async (ctx) => {
      ctx.type = metrics.registry.contentType;
      ctx.body = await metrics.registry.metrics();
    },
    '/': (ctx) => {
      ctx.body = {
        name: 'Belief Layer',
        api: `${publicUrl}/v1`,
        docs: `${publicUrl}/docs`,
        openapi: `${publicUrl}/openapi.json`,
        health: `${publicUrl}/healthz`,
      };
    },
  };
  return async (ctx, next) => {
    const page = Object.hasOwn(pages, ctx.path) ? pages[ctx.path] : undefined;
    if (!page || !readable(ctx.method)) return next();
    ctx.state.route = ctx.path;
    ctx.set('Cache-Control', 'no-store');
    await page(ctx);
  };
}

export const readable = (method: string): boolean => method === 'GET' || method === 'HEAD';
