import type Koa from 'koa';
import type { Logger } from '../log.js';
import { nameSpan } from '../telemetry/span.js';
import { errorResponse } from './http/error-response.js';
import { noSuchPath } from './http/no-such-path.js';
import { requestIdOf } from './http/request-id.js';
import { securityHeaders } from './http/security-headers.js';
import type { Metrics } from './metrics.js';

/** What every handler beside the API finds in `ctx.state`. */
export interface FrameState {
  requestId: string;
  /** The route's template, for metrics; absent where no route matched. */
  route?: string;
}

/** Around every request beside the API: its id, headers that protect, its duration, and errors in the shape of api.md part 7. */
export const requestFrame =
  (log: Logger, metrics: Metrics): Koa.Middleware<FrameState> =>
  async (ctx, next) => {
    const started = performance.now();
    const requestId = requestIdOf(ctx.get('X-Request-Id'));
    ctx.state.requestId = requestId;
    ctx.set({ ...securityHeaders, 'X-Request-Id': requestId });
    try {
      await next();
      if (ctx.respond !== false && ctx.status === 404 && ctx.body == null)
        throw noSuchPath(ctx.path);
    } catch (error) {
      sendError(ctx, error, log);
    } finally {
      const seconds = (performance.now() - started) / 1000;
      if (ctx.state.route) nameSpan(`${ctx.method} ${ctx.state.route}`);
      metrics.observe(ctx.method, ctx.state.route ?? 'other', ctx.res.statusCode, seconds);
    }
  };

function sendError(ctx: Koa.ParameterizedContext<FrameState>, error: unknown, log: Logger): void {
  const { requestId, route } = ctx.state;
  const { status, headers, body } = errorResponse(error, requestId);
  if (status >= 500)
    log.error({ err: error, requestId, method: ctx.method, route }, 'request failed');
  if (ctx.headerSent) {
    ctx.res.destroy();
    return;
  }
  ctx.respond = true;
  ctx.set({ ...headers, 'Cache-Control': 'no-store' });
  ctx.status = status;
  ctx.body = body;
}
