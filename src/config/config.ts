import { ConfigError } from '../core/errors.js';
import type { Secret } from '../core/secret.js';
import type { KnownTracker, TrackerAdapter } from '../issues/adapter.js';
import { Environment, SHOWN } from './environment.js';
import {
  type EmbeddingsSettings,
  embeddingsSettings,
  type LlmSettings,
  llmSettings,
  type SlackOAuthSettings,
  type SlackSettings,
  type SlackSignInSettings,
  slackOAuthSettings,
  slackSettings,
  slackSignInSettings,
} from './integration-settings.js';
import { misspelled } from './misspelled.js';
import { needed, oneOf, present } from './variable-kinds.js';

/** The configuration of one process. A feature whose part is absent is off. */
export interface Config {
  production: boolean;
  /** 0 lets the system choose a free port. */
  port: number;
  /** Port of a worker's monitoring paths; if absent, the worker does not serve them. */
  workerPort?: number;
  host: string;
  /** If absent, the embedded database in `dataDir` is used. */
  databaseUrl?: Secret;
  dataDir: string;
  /** True if an empty database gets the demo team. */
  demo: boolean;
  teamId?: string;
  /** If absent, `http://localhost:` and the actual port. No trailing slash. */
  publicUrl?: string;
  logLevel: string;
  slack?: SlackSettings;
  slackOAuth?: SlackOAuthSettings;
  /** Sign in with Slack, for the pages. */
  slackSignIn?: SlackSignInSettings;
  slackApiUrl?: string;
  /** Every tracker that has an adapter; those with `connect` are configured. */
  trackers: readonly KnownTracker[];
  /** `off`, or the provider that gets issues for accepted recommendations. */
  autoPush: string;
  llm?: LlmSettings;
  embeddings?: EmbeddingsSettings;
  /** Maximum requests per API key and minute. */
  limits: { perMinute: number; askPerMinute: number };
  /** Origins whose pages may call the API from a browser; none by default. */
  corsOrigins: string[];
  encryptionKey?: Secret;
  /** Destination of traces (OTLP over HTTP), without a trailing slash; if absent, tracing is off. */
  otlpEndpoint?: string;
  digestCron: string;
  tz: string;
  /** Variables that are ignored because of their name, each with the name that was probably meant. */
  misspelled: { name: string; meant: string }[];
}

/**
 * Validates an environment for these trackers (README.md lists the variables). Empty variables count as absent.
 * Throws ConfigError.
 */
export function readConfig(
  env: Record<string, string | undefined>,
  adapters: readonly TrackerAdapter[],
): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const providers = adapters.map(({ provider }) => provider);
  const schema = Environment.extend({ AUTO_PUSH: oneOf(['off', ...providers]) });
  const parsed = schema.safeParse(given);
  const issues = parsed.error?.issues ?? [];
  const makers: (() => KnownTracker)[] = [];
  for (const adapter of adapters) {
    const read = adapter.read(given);
    if (Array.isArray(read)) issues.push(...read);
    else makers.push(read);
  }
  if (!parsed.success || issues.length > 0) {
    const shown = new Set(['AUTO_PUSH', ...SHOWN, ...adapters.flatMap((adapter) => adapter.shown)]);
    const sentences = issues.map(({ path, message }) => {
      const name = String(path[0]);
      const instead = shown.has(name) ? `, not ${JSON.stringify(given[name]?.slice(0, 80))}` : '';
      return `${name} must be ${message}${instead}.`;
    });
    throw new ConfigError(sentences.join(' '));
  }
  const trackers = makers.map((make) => make());
  const { AUTO_PUSH: autoPush = 'off', ...rest } = parsed.data;
  const chosen = trackers.find(({ provider }) => provider === autoPush);
  if (chosen && !chosen.connect) needed({}, `AUTO_PUSH=${autoPush}`, chosen.credential);
  const known = [...Object.keys(schema.shape), ...adapters.flatMap(({ variables }) => variables)];
  return {
    ...compose(rest, trackers, autoPush),
    misspelled: misspelled(Object.keys(given), known),
  };
}

function compose(
  env: Environment,
  trackers: readonly KnownTracker[],
  autoPush: string,
): Omit<Config, 'misspelled'> {
  const production = env.NODE_ENV === 'production';
  const slack = slackSettings(env);
  const slackOAuth = slackOAuthSettings(env);
  const connected = slack ?? slackOAuth ?? trackers.find(({ connect }) => connect);
  return present({
    production,
    port: env.PORT ?? 3000,
    workerPort: env.WORKER_PORT,
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR ?? './.data',
    demo: env.DEMO !== 'off' && !production && !connected,
    teamId: env.TEAM_ID,
    publicUrl: env.PUBLIC_URL,
    logLevel: env.LOG_LEVEL ?? 'info',
    slack,
    slackOAuth,
    slackSignIn: slackSignInSettings(env),
    slackApiUrl: env.SLACK_API_URL,
    trackers,
    autoPush,
    llm: llmSettings(env),
    embeddings: embeddingsSettings(env),
    limits: {
      perMinute: env.RATE_LIMIT_PER_MINUTE ?? 600,
      askPerMinute: env.ASK_RATE_LIMIT_PER_MINUTE ?? 30,
    },
    corsOrigins: env.CORS_ORIGINS,
    encryptionKey: env.ENCRYPTION_KEY,
    otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    digestCron: env.DIGEST_CRON ?? '0 9 * * 1-5',
    tz: env.TZ ?? 'UTC',
  });
}
