import { errorResponse, HttpRefusal } from '../api/refusals.js';
import { Refusal } from '../core/errors.js';
import type { Call } from './caller.js';

/** The API's sentence about an error for the caller; logs an error that is not a refusal. */
export function failureText(error: unknown, { ctx, caller }: Call): string {
  if (!(error instanceof Refusal) && !(error instanceof HttpRefusal)) {
    ctx.log.error({ err: error, requestId: caller.requestId }, 'call over MCP failed');
  }
  return errorResponse(error, caller.requestId).body.error.message;
}
