import type { Secret } from '../core/secret.js';
import type { Environment } from './environment.js';
import { needed, present } from './variable-kinds.js';

export interface SlackSettings {
  botToken: Secret;
  /** May be absent in Socket Mode, which receives no requests over HTTP. */
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

export interface LlmSettings {
  provider: 'anthropic' | 'openai' | 'openai-compatible';
  apiKey?: Secret;
  model: string;
  baseUrl?: string;
  /** Maximum tokens of a question and its answer together. */
  contextTokens?: number;
  /** Tokens that a team may use for reading per day (UTC); no limit if absent. */
  dailyTokens?: number;
  /** Maximum concurrent calls while interviews are read. */
  parallel?: number;
  /** True if participants' names may be sent; they are replaced otherwise. */
  sendNames?: boolean;
}

export interface EmbeddingsSettings {
  baseUrl: string;
  apiKey?: Secret;
  model: string;
  /** True if participants' names may be sent; they are replaced otherwise. */
  sendNames?: boolean;
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

/** The app that people sign in with to see the pages. */
export interface SlackSignInSettings {
  clientId: string;
  clientSecret: Secret;
}

export function slackSignInSettings(env: Environment): SlackSignInSettings | undefined {
  const { SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret } = env;
  return clientId && clientSecret ? { clientId, clientSecret } : undefined;
}

/** Without a state secret, the client id of a configured workspace's app is used only for signing in. */
export function slackOAuthSettings(env: Environment): SlackOAuthSettings | undefined {
  if (env.SLACK_BOT_TOKEN && slackSignInSettings(env) && !env.SLACK_STATE_SECRET) return undefined;
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

export function llmSettings(env: Environment): LlmSettings | undefined {
  const first = (
    [
      'LLM_PROVIDER',
      'LLM_API_KEY',
      'LLM_MODEL',
      'LLM_BASE_URL',
      'LLM_CONTEXT_TOKENS',
      'LLM_DAILY_TOKENS',
    ] as const
  ).find((name) => env[name]);
  if (!first) return undefined;
  needed(env, first, 'LLM_PROVIDER', 'LLM_MODEL');
  // A self-hosted server may not need a key, but then its URL is required.
  if (env.LLM_PROVIDER === 'openai-compatible') needed(env, 'LLM_PROVIDER', 'LLM_BASE_URL');
  else needed(env, 'LLM_PROVIDER', 'LLM_API_KEY');
  return present({
    provider: env.LLM_PROVIDER!,
    apiKey: env.LLM_API_KEY,
    model: env.LLM_MODEL!,
    baseUrl: env.LLM_BASE_URL,
    contextTokens: env.LLM_CONTEXT_TOKENS,
    dailyTokens: env.LLM_DAILY_TOKENS,
    parallel: env.LLM_PARALLEL,
    sendNames: env.LLM_SEND_NAMES === 'on' || undefined,
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
    sendNames: env.LLM_SEND_NAMES === 'on' || undefined,
  });
}
