import {
  type WebAPICallResult,
  WebAPIPlatformError,
  WebClient,
  type WebClientOptions,
} from '@slack/web-api';
import type { Logger } from '../../../src/core/log.js';
import { CALL_TIMEOUT_MS, type SlackSettings } from './app-settings.js';
import { boltLogger } from './bolt-logger.js';

/**
 * Our own outbox does the retries: the client's would post twice when a response is lost, and would block a whole
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
