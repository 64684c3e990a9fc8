import { randomUUID } from 'node:crypto';
import type Koa from 'koa';
import { Refusal } from '../errors.js';
import type { Logger } from '../log.js';
import { errorResponse, HttpRefusal } from './error-response.js';
import type { Metrics } from './metrics.js';

const GIVEN_ID = /^[\w.-]{1,128}$/;

const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** What every handler finds in `ctx.state`. */
export interface FrameState {
  requestId: string;
  /** The route's template, for metrics; absent where no route matched. */
  route?: string;
}

/** Around every request: its id, headers that protect, its duration, and errors in the shape of api.md part 7. */
export const requestFrame =
  (log: Logger, metrics: Metrics): Koa.Middleware<FrameState> =>
  async (ctx, next) => {
    const started = process.hrtime.bigint();
    const given = ctx.get('X-Request-Id');
    const requestId = GIVEN_ID.test(given) ? given : randomUUID();
    ctx.state.requestId = requestId;
    ctx.set({ ...securityHeaders, 'X-Request-Id': requestId });
    try {
      await next();
      if (ctx.respond !== false && ctx.status === 404 && ctx.body == null)
        throw noSuchPath(ctx.path);
    } catch (error) {
      sendError(ctx, error, log);
    } finally {
      const seconds = Number(process.hrtime.bigint() - started) / 1e9;
      metrics.observe(ctx.method, ctx.state.route ?? 'other', ctx.res.statusCode, seconds);
    }
  };

const noSuchPath = (path: string): Refusal =>
  new Refusal(
    'not_found',
    `There is nothing at ${JSON.stringify(path.slice(0, 200))}. The API is described at /docs and /openapi.json.`,
  );

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
  ctx.remove('ETag');
  ctx.set({ ...headers, 'Cache-Control': 'no-store' });
  ctx.status = status;
  ctx.body = body;
}

/** Gives up on work that takes too long; the caller gets 503 in the error shape. */
export async function withDeadline<T>(deadlineMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow(deadlineMs)), deadlineMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {}); // given up on: its later failure has nobody to reach
  }
}

const tooSlow = (deadlineMs: number): HttpRefusal =>
  new HttpRefusal(
    503,
    new Refusal('internal', `The request took longer than ${deadlineMs} ms and was given up.`),
  );
