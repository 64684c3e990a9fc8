import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';

/**
 * - `waiting`: Slack told us to come back later; it did nothing
 * - `unclear`: no answer, so Slack may have done it
 * - `broken`: the token or the app; nothing works until somebody acts
 * - `channel`: this channel; others work
 * - `gone`: this message; nothing can change it any more
 * - `refused`: anything else that Slack will refuse again
 */
export type FailureKind = 'waiting' | 'unclear' | 'broken' | 'channel' | 'gone' | 'refused';

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
  restricted_action: 'channel',
  restricted_action_read_only_channel: 'channel',
  message_not_found: 'gone',
  cant_update_message: 'gone',
  thread_not_found: 'gone',
  edit_window_closed: 'gone',
  ratelimited: 'waiting',
  rate_limited: 'waiting',
  message_limit_exceeded: 'waiting',
  internal_error: 'unclear',
  fatal_error: 'unclear',
  service_unavailable: 'unclear',
  request_timeout: 'unclear',
};
const WAIT_MS = 30_000;

/** What a failed Web API call means for us. Anything that is not Slack's is thrown on. */
export function slackFailure(error: unknown): SlackFailure {
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
  throw error;
}

/** Our own: whether Slack has a message cannot be looked up. */
export const HISTORY_UNREADABLE = 'history_unreadable';

const ADVICE: Record<string, string> = {
  [HISTORY_UNREADABLE]:
    'an answer of Slack was lost and the channel cannot be read to see whether the message is there, so it is not posted again: add the scopes channels:history and groups:history from manifest.yml.',
  invalid_auth: 'SLACK_BOT_TOKEN is not a valid token: copy it again from "OAuth & Permissions".',
  not_authed: 'SLACK_BOT_TOKEN is not a valid token: copy it again from "OAuth & Permissions".',
  account_inactive:
    'the app was removed from the workspace: install it again and set its new token.',
  token_revoked: 'the token was revoked: install the app again and set its new SLACK_BOT_TOKEN.',
  token_expired: 'the token has expired: install the app again and set its new SLACK_BOT_TOKEN.',
  missing_scope: 'a scope is missing: update the app from manifest.yml and install it again.',
  channel_not_found:
    'SLACK_CHANNEL names no channel the app can see: set the id of a channel (C…) and invite the app to it.',
  not_in_channel: 'the app is not in the channel of SLACK_CHANNEL: invite it there with /invite.',
  is_archived: 'the channel of SLACK_CHANNEL is archived: choose another one.',
  restricted_action: 'the app may not post in the channel of SLACK_CHANNEL: ask a workspace admin.',
  no_answer: 'Slack cannot be reached: check the network, it is tried again.',
};

/** One sentence that says what is wrong and what to do. */
export const advice = (code: string): string =>
  ADVICE[code] ?? `Slack answered ${code}: see https://docs.slack.dev for what it means.`;
