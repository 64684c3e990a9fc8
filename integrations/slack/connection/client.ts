import { type Logger as BoltLogger, LogLevel } from '@slack/bolt';
import {
  type WebAPICallResult,
  WebAPIPlatformError,
  WebClient,
  type WebClientOptions,
} from '@slack/web-api';
import type { Logger } from '../../../src/core/log.js';
import { CALL_TIMEOUT_MS, type SlackSettings } from './app-settings.js';

/**
 * Our own outbox handles retries. The client's would post twice when a response is lost, and would block a whole
 * queue during a rate limit.
 */
export const clientOptions = (
  settings: Pick<SlackSettings, 'apiUrl'>,
  log: Logger,
): WebClientOptions => ({
  ...(settings.apiUrl ? { slackApiUrl: settings.apiUrl } : {}),
  retryConfig: { retries: 0 },
  rejectRateLimitedCalls: true,
  timeout: CALL_TIMEOUT_MS,
  logger: boltLogger(log),
});

/** Called for calls that lack a scope and for calls that succeed. */
export interface ScopeWatch {
  missing(method: string, needed: string): void;
  works(method: string): void;
}

class WatchedClient extends WebClient {
  constructor(
    token: string,
    options: WebClientOptions,
    private readonly watch: ScopeWatch,
  ) {
    super(token, options);
  }

  override async apiCall(
    method: string,
    options?: Record<string, unknown>,
  ): Promise<WebAPICallResult> {
    try {
      const result = await super.apiCall(method, options);
      this.watch.works(method);
      return result;
    } catch (error) {
      if (error instanceof WebAPIPlatformError && error.data.error === 'missing_scope') {
        const { needed } = error.data as { needed?: string };
        this.watch.missing(method, needed ?? '');
      }
      throw error;
    }
  }
}

export const createClient = (
  settings: SlackSettings,
  log: Logger,
  watch?: ScopeWatch,
): WebClient =>
  watch
    ? new WatchedClient(settings.botToken, clientOptions(settings, log), watch)
    : new WebClient(settings.botToken, clientOptions(settings, log));

/**
 * Sends Bolt's log lines to our log. Its warnings are about single requests (a bad signature, a failed call that we
 * handle ourselves), so they become debug lines; Health logs what an operator must know.
 */
export function boltLogger(log: Logger): BoltLogger {
  const write = (...message: unknown[]): void => log.debug(message.map(said).join(' '));
  return {
    debug: () => {},
    info: () => {},
    warn: write,
    error: write,
    setLevel: () => {},
    getLevel: () => LogLevel.WARN,
    setName: () => {},
  };
}

const said = (value: unknown): string => (value instanceof Error ? value.message : String(value));

/** The bot's scopes, the same as in manifest.yml, which explains each of them. */
export const BOT_SCOPES: readonly string[] = [
  'app_mentions:read',
  'channels:history',
  'channels:read',
  'chat:write',
  'commands',
  'files:read',
  'groups:history',
  'groups:read',
  'im:history',
  'links:read',
  'links:write',
  'reactions:read',
  'users:read',
  'users:read.email',
];
