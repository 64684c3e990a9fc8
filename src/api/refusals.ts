import Koa from 'koa';
import { databaseUnavailable } from '../core/database-unavailable.js';
import { type ErrorCode, invalidRequest, Refusal } from '../core/errors.js';
import type { ErrorBody } from './endpoints/fields.js';

const statuses: Record<ErrorCode, number> = {
  invalid_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  invalid_transition: 409,
  rate_limited: 429,
  internal: 500,
};

/** A refusal whose status HTTP itself prescribes (405, 408, 413, 417, 431, 503). */
export class HttpRefusal extends Error {
  constructor(
    readonly status: number,
    readonly refusal: Refusal,
    readonly headers: Record<string, string> = {},
  ) {
    super(refusal.message);
    this.name = 'HttpRefusal';
  }
}

export const unavailable = (message: string, retryAfterSeconds: number): HttpRefusal =>
  new HttpRefusal(503, new Refusal('internal', message), {
    'Retry-After': String(retryAfterSeconds),
  });

export interface ErrorResponse {
  status: number;
  headers: Record<string, string>;
  body: ErrorBody;
}

const DATABASE_RETRY_SECONDS = 5;

/**
 * The response to an error. A refusal states its reason; any other error only the request id to look for in the
 * log.
 */
export function errorResponse(error: unknown, requestId: string): ErrorResponse {
  if (error instanceof HttpRefusal) {
    return { ...refused(error.refusal), status: error.status, headers: error.headers };
  }
  if (error instanceof Refusal) return refused(error);
  if (error instanceof Koa.HttpError && error.expose) return ofHttpError(error);
  const away = databaseUnavailable(error);
  if (away) return errorResponse(unavailable(away, DATABASE_RETRY_SECONDS), requestId);
  return refused(new Refusal('internal', `Something went wrong here. Request id: ${requestId}.`));
}

/** Converts errors thrown by `ctx.throw`, `raw-body` and Koa's middleware. */
function ofHttpError({
  status,
  message,
  type,
  limit,
  headers = {},
}: InstanceType<typeof Koa.HttpError>): ErrorResponse {
  if (type === 'entity.too.large') {
    const most = limit < 1_000_000 ? `${limit / 1_000} kB` : `${limit / 1_000_000} MB`;
    const refusal = invalidRequest(`The body must have at most ${most}.`);
    return { ...refused(refusal), status, headers: { Connection: 'close' } };
  }
  const known = Object.entries(statuses).find(([, one]) => one === status);
  const code = (known?.[0] as ErrorCode | undefined) ?? 'invalid_request';
  return { ...refused(new Refusal(code, message)), status, headers: { ...headers } };
}

function refused({ code, message, details: { retryAfterMs } }: Refusal): ErrorResponse {
  const headers: Record<string, string> = {};
  if (code === 'unauthenticated') headers['WWW-Authenticate'] = 'Bearer';
  if (retryAfterMs !== undefined) headers['Retry-After'] = String(Math.ceil(retryAfterMs / 1000));
  return {
    status: statuses[code],
    headers,
    body: { error: { code, message, ...(retryAfterMs !== undefined && { retryAfterMs }) } },
  };
}
