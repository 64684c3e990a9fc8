import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RouterContext } from '@koa/router';
import type Koa from 'koa';
import { invalidRequest, Refusal } from '../core/errors.js';
import type { Logger } from '../core/log.js';
import { nameSpan } from '../core/telemetry/tracing.js';
import type { Metrics } from './metrics.js';
import { type ErrorResponse, errorResponse, HttpRefusal } from './refusals.js';

/** Properties of `ctx.state` for every handler. */
export interface FrameState {
  requestId: string;
}

type FrameContext = Koa.ParameterizedContext<FrameState> & Pick<RouterContext, 'matched'>;

const GIVEN_ID = /^[\w.-]{1,128}$/;
/** Never sent. In metrics it distinguishes clients that disconnected (as in nginx) from refused ones. */
const CLIENT_LEFT = 499;

/** Sent with every answer. */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** The request id from the client or a proxy if it is safe for a header and a log, or else a new one. */
const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && GIVEN_ID.test(given) ? given : randomUUID();

/**
 * Wraps every request: assigns its id, sets security headers, measures and traces it, and turns
 * errors into the API's error shape.
 */
export const requestFrame =
  (log: Logger, metrics?: Metrics): Koa.Middleware<FrameState> =>
  async (ctx, next) => {
    const started = performance.now();
    const requestId = requestIdOf(ctx.req.headers['x-request-id']);
    ctx.state.requestId = requestId;
    ctx.res.setHeader('X-Request-Id', requestId);
    for (const [name, value] of Object.entries(securityHeaders)) ctx.res.setHeader(name, value);
    try {
      checkHead(ctx.req);
      ctx.req.url = originForm(ctx.req.url);
      await next();
    } catch (error) {
      if (hasLeft(ctx.req)) leave(ctx);
      else sendError(ctx, error, log);
    } finally {
      const route = routeOf(ctx);
      if (route) nameSpan(`${ctx.method} ${route}`);
      const seconds = (performance.now() - started) / 1000;
      metrics?.observe(ctx.method, route ?? 'other', ctx.res.statusCode, seconds);
    }
  };

/** Runs after every route: 405 for a path that exists with other methods, 404 for an unknown path. */
export const refuseUnrouted: Koa.Middleware<FrameState> = (ctx) => {
  if (ctx.status !== 404 || ctx.body != null || ctx.respond === false) return;
  const methods = (ctx as FrameContext).matched?.flatMap((route) => route.methods) ?? [];
  if (methods.length === 0) throw noSuchPath(ctx.path);
  const allow = [...new Set(methods), 'OPTIONS'].join(', ');
  if (ctx.method !== 'OPTIONS') {
    const message = `${routeOf(ctx)} does not take ${ctx.method}. Allowed: ${allow}.`;
    throw new HttpRefusal(405, invalidRequest(message), { Allow: allow });
  }
  ctx.status = 204;
  ctx.set('Allow', allow);
};

/** The route's path in the notation of docs/api.md (`/v1/signals/{signalId}`); undefined if no route matches. */
function routeOf(ctx: Koa.ParameterizedContext<FrameState>): string | undefined {
  const route = (ctx as FrameContext).matched?.findLast(({ methods }) => methods.length > 0);
  return typeof route?.path === 'string' ? route.path.replace(/:(\w+)/g, '{$1}') : undefined;
}

/** Throws for requests that Node would refuse itself, without a request id and an error body. */
function checkHead({ headers, httpVersion }: IncomingMessage): void {
  if (headers.host === undefined && httpVersion === '1.1') {
    throw new HttpRefusal(400, invalidRequest('A request of HTTP/1.1 needs a Host header.'), {
      Connection: 'close',
    });
  }
  if (headers.expect !== undefined && !/^100-continue$/i.test(headers.expect)) {
    throw new HttpRefusal(417, invalidRequest('Expect must be absent or 100-continue.'));
  }
}

/** A request target without the scheme and host that proxies may send (RFC 9112, 3.2.2). */
function originForm(target = '/'): string {
  const rest = /^https?:\/\/[^/?#]*(.*)$/is.exec(target)?.[1];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

const noSuchPath = (path: string): Refusal =>
  new Refusal(
    'not_found',
    `There is nothing at ${JSON.stringify(path.slice(0, 200))}. The API is described at /docs and /openapi.json.`,
  );

/**
 * True if the client disconnected in the middle of its body: nothing has failed, and no one receives the answer.
 */
const hasLeft = (request: IncomingMessage): boolean => request.destroyed && !request.complete;

function leave(ctx: Koa.ParameterizedContext<FrameState>): void {
  ctx.respond = false;
  ctx.res.statusCode = CLIENT_LEFT;
}

function sendError(ctx: Koa.ParameterizedContext<FrameState>, error: unknown, log: Logger): void {
  const { requestId } = ctx.state;
  const response = errorResponse(error, requestId);
  if (response.status >= 500) {
    const route = routeOf(ctx);
    log.error({ err: error, requestId, method: ctx.method, route }, 'request failed');
  }
  send(ctx, response);
}

/** Sends a refusal that is not a failure, so nothing is logged. */
export const sendRefusal = (
  ctx: Koa.ParameterizedContext<FrameState>,
  refusal: HttpRefusal,
): void => send(ctx, errorResponse(refusal, ctx.state.requestId));

function send(
  ctx: Koa.ParameterizedContext<FrameState>,
  { status, headers, body }: ErrorResponse,
): void {
  if (ctx.headerSent) {
    ctx.res.destroy();
    return;
  }
  ctx.respond = true;
  ctx.set({ ...headers, 'Cache-Control': 'no-store' });
  ctx.status = status;
  ctx.type = 'json';
  ctx.body = JSON.stringify(body);
}
