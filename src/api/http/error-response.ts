import { type ErrorCode, Refusal } from '../../errors.js';
import { noDatabase } from '../../no-database.js';
import type { ErrorBody } from '../schemas/error.js';

/** decisions.md, Errors, keys, limits. */
const statuses: Record<ErrorCode, number> = {
  invalid_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  invalid_transition: 409,
  rate_limited: 429,
  internal: 500,
};

/** A refusal whose status HTTP itself prescribes (405, 413, 503). */
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

export interface ErrorResponse {
  status: number;
  headers: Record<string, string>;
  body: ErrorBody;
}

/** What an error looks like outside: a refusal says why, anything else only which request to look for. */
export function errorResponse(error: unknown, requestId: string): ErrorResponse {
  if (error instanceof HttpRefusal) {
    return { ...refused(error.refusal), status: error.status, headers: error.headers };
  }
  if (error instanceof Refusal) return refused(error);
  const away = noDatabase(error);
  if (away) return { ...refused(new Refusal('internal', away)), ...laterAgain };
  return refused(new Refusal('internal', `Something went wrong here. Request id: ${requestId}.`));
}

const laterAgain = { status: 503, headers: { 'Retry-After': '5' } };

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
