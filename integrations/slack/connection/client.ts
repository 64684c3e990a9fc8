import { WebClient, type WebClientOptions } from '@slack/web-api';
import type { Logger } from '../../../src/log.js';
import { CALL_TIMEOUT_MS, type SlackSettings } from '../settings.js';
import { boltLogger } from './bolt-logger.js';

/**
 * Retries stay with our own outbox: the client's would post twice where an answer is lost, and would
 * hold a whole queue through a rate limit.
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

export const createClient = (settings: SlackSettings, log: Logger): WebClient =>
  new WebClient(settings.botToken, clientOptions(settings, log));
