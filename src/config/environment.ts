import { validate as isCron } from 'node-cron';
import { z } from 'zod';
import { Secret } from '../secret.js';
import { isTimeZone } from '../time-zone.js';

/** An optional variable; `expected` completes the sentence "NAME must be …". */
const text = (expected: string, isValid: (value: string) => boolean = () => true) =>
  z.string().refine(isValid, { error: expected }).optional();

const secret = (expected: string, isValid?: (value: string) => boolean) =>
  text(expected, isValid).transform((value) =>
    value === undefined ? undefined : new Secret(value),
  );

const oneOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names, { error: `one of ${names.join(', ')}` }).optional();

const wholeNumber = (from: number, to: number) =>
  text(
    `a whole number from ${from} to ${to}`,
    (value) => /^\d{1,9}$/.test(value) && Number(value) >= from && Number(value) <= to,
  ).transform((value) => (value === undefined ? undefined : Number(value)));

const hasProtocol = (value: string, ...protocols: string[]): boolean =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol);

const httpUrl = () =>
  text('a URL that starts with http:// or https://', (value) =>
    hasProtocol(value, 'http:', 'https:'),
  ).transform((value) => value?.replace(/\/+$/, ''));

const isOrigin = (value: string): boolean =>
  hasProtocol(value, 'http:', 'https:') && new URL(value).origin === value;

/** One key, or the newest and then older ones that still read what they wrote. */
const areAesKeys = (value: string): boolean =>
  value
    .split(',')
    .map((key) => key.trim())
    .every(
      (key) => /^[A-Za-z0-9+/_-]+={0,2}$/.test(key) && Buffer.from(key, 'base64').length === 32,
    );

/** Every variable of the service, in the order of operator.md's table. */
export const Environment = z.object({
  NODE_ENV: z.string().optional(),
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
  LINEAR_API_KEY: secret('a Linear API key'),
  LINEAR_TEAM: text('the key of a Linear team, like ENG', (value) =>
    /^[A-Za-z0-9]{1,10}$/.test(value),
  ),
  LINEAR_API_URL: httpUrl(),
  LINEAR_WEBHOOK_SECRET: secret("the webhook's signing secret"),
  GITHUB_TOKEN: secret('a GitHub token'),
  GITHUB_APP_ID: text('the number of a GitHub App', (value) => /^\d+$/.test(value)),
  GITHUB_APP_PRIVATE_KEY: secret("the app's private key in PEM form", (value) =>
    value.includes('PRIVATE KEY'),
  ),
  GITHUB_INSTALLATION_ID: text('the number of an installation', (value) => /^\d+$/.test(value)),
  GITHUB_REPO: text('owner/name', (value) => /^[\w.-]+\/[\w.-]+$/.test(value)),
  GITHUB_API_URL: httpUrl(),
  GITHUB_WEBHOOK_SECRET: secret("the webhook's secret"),
  AUTO_PUSH: oneOf(['off', 'linear', 'github']),
  LLM_PROVIDER: oneOf(['anthropic', 'openai', 'openai-compatible']),
  LLM_API_KEY: secret('an API key'),
  LLM_MODEL: text('the name of a model'),
  LLM_BASE_URL: httpUrl(),
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
export type VariableName = keyof typeof Environment.shape;

/** Variables whose wrong value may be repeated in the message: they hold no secret. */
export const SHOWN: ReadonlySet<string> = new Set<VariableName>([
  'PORT',
  'HOST',
  'DEMO',
  'LOG_LEVEL',
  'AUTO_PUSH',
  'LLM_PROVIDER',
  'RATE_LIMIT_PER_MINUTE',
  'ASK_RATE_LIMIT_PER_MINUTE',
  'CORS_ORIGINS',
  'DIGEST_CRON',
  'TZ',
  'LINEAR_TEAM',
  'GITHUB_REPO',
  'TEAM_ID',
]);
