import { setTimeout as sleep } from 'node:timers/promises';
import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';
import { ResponseLost } from './respond.js';

/**
 * - `waiting`: Slack told us to come back later and did nothing
 * - `unclear`: no response, so Slack may have done it
 * - `broken`: the token or the app; nothing works until someone fixes it
 * - `channel`: only this channel is affected
 * - `late`: the trigger has expired, so the modal can no longer be opened
 * - `gone`: only this message is affected, and nothing can change it any more
 * - `refused`: anything else that Slack would refuse again
 */
type FailureKind = 'waiting' | 'unclear' | 'broken' | 'channel' | 'late' | 'gone' | 'refused';

export interface SlackFailure {
  kind: FailureKind;
  /** Slack's own code, such as `not_in_channel`. */
  code: string;
  retryAfterMs?: number;
}

const KINDS: Record<string, FailureKind> = {
  invalid_auth: 'broken',
  not_authed: 'broken',
  account_inactive: 'broken',
  token_revoked: 'broken',
  token_expired: 'broken',
  org_login_required: 'broken',
  ekm_access_denied: 'broken',
  missing_scope: 'broken',
  team_access_not_granted: 'broken',
  channel_not_found: 'channel',
  not_in_channel: 'channel',
  is_archived: 'channel',
  is_inactive: 'channel',
  restricted_action: 'channel',
  restricted_action_read_only_channel: 'channel',
  message_not_found: 'gone',
  cant_update_message: 'gone',
  thread_not_found: 'gone',
  edit_window_closed: 'gone',
  expired_trigger_id: 'late',
  trigger_expired: 'late',
  exchanged_trigger_id: 'late',
  trigger_exchanged: 'late',
  ratelimited: 'waiting',
  rate_limited: 'waiting',
  message_limit_exceeded: 'waiting',
  internal_error: 'unclear',
  fatal_error: 'unclear',
  service_unavailable: 'unclear',
  request_timeout: 'unclear',
};
const WAIT_MS = 30_000;

/** Slack does not answer at all, or not with this token; Health has already reported it. */
export class NotConnected extends Error {
  constructor(readonly failure: SlackFailure) {
    super(`Slack is not connected: ${failure.code}`);
    this.name = 'NotConnected';
  }
}

/** Classifies a failed Web API call. Rethrows any error that is not Slack's. */
export function slackFailure(error: unknown): SlackFailure {
  const failure = failureIn(error);
  if (!failure) throw error;
  return failure;
}

/** {@link slackFailure}, but undefined for any error that is not Slack's. */
export function failureIn(error: unknown): SlackFailure | undefined {
  if (error instanceof NotConnected) return error.failure;
  if (error instanceof WebAPIRateLimitedError)
    return { kind: 'waiting', code: 'ratelimited', retryAfterMs: error.retryAfter * 1000 };
  if (error instanceof WebAPIPlatformError) {
    const code = error.data.error;
    const kind = KINDS[code] ?? 'refused';
    return kind === 'waiting' ? { kind, code, retryAfterMs: WAIT_MS } : { kind, code };
  }
  if (error instanceof WebAPIRequestError) return { kind: 'unclear', code: 'no_answer' };
  if (error instanceof WebAPIHTTPError) {
    return { kind: 'unclear', code: `http_${error.statusCode}` };
  }
  return error instanceof ResponseLost ? responseFailure(error) : undefined;
}

/** A response_url that is used up or has expired is `gone`. */
function responseFailure({
  status,
  neverSent,
  retryAfterMs = WAIT_MS,
}: ResponseLost): SlackFailure {
  if (neverSent) return { kind: 'waiting', code: 'no_connection', retryAfterMs };
  if (status === undefined) return { kind: 'unclear', code: 'no_answer' };
  if (status === 429) return { kind: 'waiting', code: 'ratelimited', retryAfterMs };
  return { kind: status >= 500 ? 'unclear' : 'gone', code: `http_${status}` };
}

const TRIES = 3;
const MOST_MS = 5_000;

/**
 * Retries a call after a short rate limit, for a user who is waiting. Slack has done nothing when it rate-limits,
 * so repeating is safe. Throws the last error, and does so at once if the wait is long.
 */
export async function retry<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      const { kind, retryAfterMs = 0 } = slackFailure(error);
      if (kind !== 'waiting' || tries === TRIES || retryAfterMs > MOST_MS) throw error;
      await sleep(retryAfterMs);
    }
  }
}
