import { validate as isCron } from 'node-cron';
import { z } from 'zod';
import { isTimeZone } from '../core/team-settings.js';
import { hasProtocol, httpUrl, oneOf, secret, text, wholeNumber } from './variable-kinds.js';

const isOrigin = (value: string): boolean =>
  hasProtocol(value, 'http:', 'https:') && new URL(value).origin === value;

/** One key or several: the newest first, then older keys that are still used to decrypt. */
const areAesKeys = (value: string): boolean =>
  value
    .split(',')
    .map((key) => key.trim())
    .every(
      (key) => /^[A-Za-z0-9+/_-]+={0,2}$/.test(key) && Buffer.from(key, 'base64').length === 32,
    );

/** The service's variables, except those of the trackers, which declare their own (integrations/trackers.ts). */
export const Environment = z.object({
  NODE_ENV: oneOf(['production', 'development', 'test']),
  PORT: wholeNumber(0, 65_535),
  HOST: text('a host name or IP address without a port', (value) =>
    /^[A-Za-z0-9.:_-]+$/.test(value),
  ),
  DATABASE_URL: secret('a URL like postgres://user:password@host:5432/name', (value) =>
    hasProtocol(value, 'postgres:', 'postgresql:'),
  ),
  DATA_DIR: text('the path of a directory'),
  DEMO: oneOf(['on', 'off']),
  TEAM_ID: text('the id of a team: 1 to 128 of A-Z a-z 0-9 _ - .', (value) =>
    /^[A-Za-z0-9_.-]{1,128}$/.test(value),
  ),
  PUBLIC_URL: httpUrl(),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  SLACK_BOT_TOKEN: secret('a bot token, which starts with xoxb-', (value) =>
    value.startsWith('xoxb-'),
  ),
  SLACK_SIGNING_SECRET: secret("the app's signing secret"),
  SLACK_APP_TOKEN: secret('an app-level token, which starts with xapp-', (value) =>
    value.startsWith('xapp-'),
  ),
  SLACK_CLIENT_ID: text("the app's client id"),
  SLACK_CLIENT_SECRET: secret("the app's client secret"),
  SLACK_STATE_SECRET: secret('a random string'),
  SLACK_CHANNEL: text('a channel id like C0123456789, not a name', (value) =>
    /^[CGD][A-Z0-9_-]{2,}$/.test(value),
  ),
  SLACK_API_URL: httpUrl(),
  LLM_PROVIDER: oneOf(['anthropic', 'openai', 'openai-compatible']),
  LLM_API_KEY: secret('an API key'),
  LLM_MODEL: text('the name of a model'),
  LLM_BASE_URL: httpUrl(),
  LLM_CONTEXT_TOKENS: wholeNumber(4_000, 1_000_000),
  LLM_PARALLEL: wholeNumber(1, 64),
  LLM_DAILY_TOKENS: wholeNumber(1, 999_999_999),
  LLM_SEND_NAMES: oneOf(['on', 'off']),
  EMBEDDINGS_BASE_URL: httpUrl(),
  EMBEDDINGS_API_KEY: secret('an API key'),
  EMBEDDINGS_MODEL: text('the name of a model'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl(),
  WORKER_PORT: wholeNumber(0, 65_535),
  CORS_ORIGINS: text('origins like https://app.example.com, separated by commas', (value) =>
    value.split(',').every((part) => isOrigin(part.trim())),
  ).transform((value) => value?.split(',').map((part) => part.trim()) ?? []),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000),
  ASK_RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000),
  ENCRYPTION_KEY: secret(
    '32 bytes in base64 (openssl rand -base64 32), older keys after it, separated by commas',
    areAesKeys,
  ),
  DIGEST_CRON: text('a cron expression like "0 9 * * 1-5"', isCron),
  TZ: text('an IANA time zone like Europe/Stockholm', isTimeZone),
});

export type Environment = z.infer<typeof Environment>;
type VariableName = keyof typeof Environment.shape;

/** Variables whose invalid value may be shown in the message, because they do not hold a secret. */
export const SHOWN: ReadonlySet<string> = new Set<VariableName>([
  'NODE_ENV',
  'PORT',
  'WORKER_PORT',
  'HOST',
  'DEMO',
  'LOG_LEVEL',
  'LLM_PROVIDER',
  'LLM_CONTEXT_TOKENS',
  'LLM_DAILY_TOKENS',
  'LLM_PARALLEL',
  'LLM_SEND_NAMES',
  'RATE_LIMIT_PER_MINUTE',
  'ASK_RATE_LIMIT_PER_MINUTE',
  'CORS_ORIGINS',
  'DIGEST_CRON',
  'TZ',
  'TEAM_ID',
]);
