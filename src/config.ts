import { existsSync } from 'node:fs';
import { ConfigError } from './config/config-error.js';
import { Environment, SHOWN } from './config/environment.js';
import {
  type EmbeddingsSettings,
  embeddingsSettings,
  type GithubSettings,
  githubSettings,
  type LinearSettings,
  type LlmSettings,
  linearSettings,
  llmSettings,
  needed,
  type SlackOAuthSettings,
  type SlackSettings,
  slackOAuthSettings,
  slackSettings,
} from './config/integration-settings.js';
import { present } from './config/present.js';
import type { Secret } from './secret.js';

/** The whole configuration of one process. Absent parts are features that are off. */
export interface Config {
  production: boolean;
  /** 0 asks the system for a free one. */
  port: number;
  /** Where a worker answers who watches it; absent: nowhere. */
  workerPort?: number;
  host: string;
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl?: Secret;
  dataDir: string;
  /** Whether an empty database gets the demo team. */
  demo: boolean;
  teamId?: string;
  /** Absent: `http://localhost:` and the port that was taken. No slash at the end. */
  publicUrl?: string;
  logLevel: string;
  slack?: SlackSettings;
  slackOAuth?: SlackOAuthSettings;
  slackApiUrl?: string;
  linear?: LinearSettings;
  github?: GithubSettings;
  autoPush: 'off' | 'linear' | 'github';
  llm?: LlmSettings;
  embeddings?: EmbeddingsSettings;
  /** Requests a minute for one API key. */
  limits: { perMinute: number; askPerMinute: number };
  /** Origins whose pages may call the API from a browser; none unless told. */
  corsOrigins: string[];
  encryptionKey?: Secret;
  /** Where traces go (OTLP over HTTP); absent: none are made. No slash at the end. */
  otlpEndpoint?: string;
  digestCron: string;
  tz: string;
}

/** The configuration of `process.env`, after a `.env` file of the working directory where there is one. */
export function loadConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readConfig(process.env);
}

/**
 * Validates an environment (operator.md, "Environment"). Empty variables count as absent.
 * Throws ConfigError.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const sentences = parsed.error.issues.map(({ path, message }) => {
      const name = String(path[0]);
      const instead = SHOWN.has(name) ? `, not ${JSON.stringify(given[name]?.slice(0, 80))}` : '';
      return `${name} must be ${message}${instead}.`;
    });
    throw new ConfigError(sentences.join(' '));
  }
  return compose(parsed.data);
}

function compose(env: Environment): Config {
  const production = env.NODE_ENV === 'production';
  const slack = slackSettings(env);
  const slackOAuth = slackOAuthSettings(env);
  const linear = linearSettings(env);
  const github = githubSettings(env);
  const autoPush = env.AUTO_PUSH ?? 'off';
  if (autoPush === 'linear' && !linear) needed(env, 'AUTO_PUSH=linear', 'LINEAR_API_KEY');
  if (autoPush === 'github' && !github) needed(env, 'AUTO_PUSH=github', 'GITHUB_TOKEN');
  const connected = slack ?? slackOAuth ?? linear ?? github;
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
    slackApiUrl: env.SLACK_API_URL,
    linear,
    github,
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
