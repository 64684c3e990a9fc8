import { Secret } from '../secret.js';
import { ConfigError } from './config-error.js';
import type { Environment, VariableName } from './environment.js';
import { present } from './present.js';

export interface SlackSettings {
  botToken: Secret;
  /** May be absent in Socket Mode, where no request arrives over HTTP. */
  signingSecret?: Secret;
  appToken?: Secret;
  channelId?: string;
}

export interface SlackOAuthSettings {
  clientId: string;
  clientSecret: Secret;
  stateSecret: Secret;
  signingSecret: Secret;
}

export interface LinearSettings {
  apiKey: Secret;
  teamKey: string;
  apiUrl?: string;
  webhookSecret?: Secret;
}

export interface GithubSettings {
  auth: { token: Secret } | { appId: string; privateKey: Secret; installationId: string };
  /** `owner/name` */
  repo: string;
  apiUrl?: string;
  webhookSecret?: Secret;
}

export interface LlmSettings {
  provider: 'anthropic' | 'openai' | 'openai-compatible';
  apiKey?: Secret;
  model: string;
  baseUrl?: string;
}

export interface EmbeddingsSettings {
  baseUrl: string;
  apiKey?: Secret;
  model: string;
}

export function slackSettings(env: Environment): SlackSettings | undefined {
  if (!env.SLACK_BOT_TOKEN) {
    if (env.SLACK_APP_TOKEN) needed(env, 'SLACK_APP_TOKEN', 'SLACK_BOT_TOKEN');
    if (env.SLACK_SIGNING_SECRET && !env.SLACK_CLIENT_ID) {
      needed(env, 'SLACK_SIGNING_SECRET', 'SLACK_BOT_TOKEN');
    }
    return undefined;
  }
  if (!env.SLACK_APP_TOKEN) needed(env, 'SLACK_BOT_TOKEN', 'SLACK_SIGNING_SECRET');
  return present({
    botToken: env.SLACK_BOT_TOKEN,
    signingSecret: env.SLACK_SIGNING_SECRET,
    appToken: env.SLACK_APP_TOKEN,
    channelId: env.SLACK_CHANNEL,
  });
}

export function slackOAuthSettings(env: Environment): SlackOAuthSettings | undefined {
  const names = ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET', 'SLACK_STATE_SECRET'] as const;
  const first = names.find((name) => env[name]);
  if (!first) return undefined;
  needed(env, first, ...names, 'SLACK_SIGNING_SECRET', 'ENCRYPTION_KEY');
  return {
    clientId: env.SLACK_CLIENT_ID!,
    clientSecret: env.SLACK_CLIENT_SECRET!,
    stateSecret: env.SLACK_STATE_SECRET!,
    signingSecret: env.SLACK_SIGNING_SECRET!,
  };
}

export function linearSettings(env: Environment): LinearSettings | undefined {
  const first = (['LINEAR_API_KEY', 'LINEAR_TEAM', 'LINEAR_WEBHOOK_SECRET'] as const).find(
    (name) => env[name],
  );
  if (!first) return undefined;
  needed(env, first, 'LINEAR_API_KEY', 'LINEAR_TEAM');
  return present({
    apiKey: env.LINEAR_API_KEY!,
    teamKey: env.LINEAR_TEAM!,
    apiUrl: env.LINEAR_API_URL,
    webhookSecret: env.LINEAR_WEBHOOK_SECRET,
  });
}

export function githubSettings(env: Environment): GithubSettings | undefined {
  const app = ['GITHUB_APP_ID', 'GITHUB_APP_PRIVATE_KEY', 'GITHUB_INSTALLATION_ID'] as const;
  const firstOfApp = app.find((name) => env[name]);
  const first =
    firstOfApp ?? (['GITHUB_REPO', 'GITHUB_WEBHOOK_SECRET'] as const).find((name) => env[name]);
  if (!env.GITHUB_TOKEN && !first) return undefined;
  if (env.GITHUB_TOKEN && firstOfApp) {
    throw new ConfigError(
      `GITHUB_TOKEN and ${firstOfApp} are both set: use a token or an app, not both.`,
    );
  }
  if (env.GITHUB_TOKEN) needed(env, 'GITHUB_TOKEN', 'GITHUB_REPO');
  else if (firstOfApp) needed(env, firstOfApp, ...app, 'GITHUB_REPO');
  else needed(env, first!, 'GITHUB_TOKEN');
  const auth = env.GITHUB_TOKEN
    ? { token: env.GITHUB_TOKEN }
    : {
        appId: env.GITHUB_APP_ID!,
        // one line of a .env file or a dashboard holds the key with \n for its line ends
        privateKey: new Secret(env.GITHUB_APP_PRIVATE_KEY!.reveal().replaceAll('\\n', '\n')),
        installationId: env.GITHUB_INSTALLATION_ID!,
      };
  return present({
    auth,
    repo: env.GITHUB_REPO!,
    apiUrl: env.GITHUB_API_URL,
    webhookSecret: env.GITHUB_WEBHOOK_SECRET,
  });
}

export function llmSettings(env: Environment): LlmSettings | undefined {
  const first = (['LLM_PROVIDER', 'LLM_API_KEY', 'LLM_MODEL', 'LLM_BASE_URL'] as const).find(
    (name) => env[name],
  );
  if (!first) return undefined;
  needed(env, first, 'LLM_PROVIDER', 'LLM_MODEL');
  // a server of one's own may ask for no key, but then only its address says where it is
  if (env.LLM_PROVIDER === 'openai-compatible') needed(env, 'LLM_PROVIDER', 'LLM_BASE_URL');
  else needed(env, 'LLM_PROVIDER', 'LLM_API_KEY');
  return present({
    provider: env.LLM_PROVIDER!,
    apiKey: env.LLM_API_KEY,
    model: env.LLM_MODEL!,
    baseUrl: env.LLM_BASE_URL,
  });
}

export function embeddingsSettings(env: Environment): EmbeddingsSettings | undefined {
  const first = (['EMBEDDINGS_BASE_URL', 'EMBEDDINGS_API_KEY', 'EMBEDDINGS_MODEL'] as const).find(
    (name) => env[name],
  );
  if (!first) return undefined;
  needed(env, first, 'EMBEDDINGS_BASE_URL', 'EMBEDDINGS_MODEL');
  return present({
    baseUrl: env.EMBEDDINGS_BASE_URL!,
    apiKey: env.EMBEDDINGS_API_KEY,
    model: env.EMBEDDINGS_MODEL!,
  });
}

/** Refuses a feature that is half configured: `given` works only together with `names`. */
export function needed(env: Environment, given: string, ...names: VariableName[]): void {
  const missing = names.filter((name) => env[name] === undefined);
  if (missing.length > 0) {
    throw new ConfigError(
      `${given} is set but ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not: set ${missing.length > 1 ? 'them' : 'it'} too, or remove ${given.split('=')[0]}.`,
    );
  }
}
