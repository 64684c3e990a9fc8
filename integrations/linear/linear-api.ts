import {
  AuthenticationLinearError,
  FeatureNotAccessibleLinearError,
  ForbiddenLinearError,
  GraphqlLinearError,
  InvalidInputLinearError,
  LinearClient,
  LinearError,
  RatelimitedLinearError,
  UsageLimitExceededLinearError,
  UserLinearError,
} from '@linear/sdk';
import { z } from 'zod';
import { httpUrl, needed, present, secret, text } from '../../src/config/variable-kinds.js';
import { ConfigError } from '../../src/core/errors.js';
import type { Secret } from '../../src/core/secret.js';
import type { TokenStore } from '../../src/issues/token-store.js';
import {
  type FailedAnswer,
  ofRead,
  quoted,
  refused,
  TrackerFailure,
  trackerFailure,
  type Written,
} from '../../src/issues/tracker-failure.js';
import type { LinearAccess, LinearAppSettings } from './linear-app.js';
import { TEAM_BY_KEY } from './linear-documents.js';

export interface LinearOptions extends LinearSettings {
  /** Base URL of this service, for the link back. */
  publicUrl: string;
  /** Stores the app's token. */
  tokens?: TokenStore | undefined;
  timeoutMs?: number;
  /** Only for handovers: issues and comments carry an id of ours. */
  inDoubtMs?: number;
}

export const nodes = <T extends z.ZodType>(node: T) => z.object({ nodes: z.array(node) });
const Team = z.object({ id: z.string(), name: z.string() });
const Teams = z.object({ teams: nodes(Team) });

export const LINEAR_API_URL = 'https://api.linear.app/graphql';
export const LINEAR_TIMEOUT_MS = 10_000;

/** Accesses Linear through the SDK's client, with one small document per request. */
export class LinearApi {
  private configured: z.infer<typeof Team> | undefined;

  /** Throws ConfigError for a URL that the SDK would otherwise refuse only at the first button press. */
  constructor(
    readonly options: LinearOptions,
    private readonly access: LinearAccess,
  ) {
    try {
      this.client({ apiKey: 'unused' });
    } catch {
      throw new ConfigError('LINEAR_API_URL must start with https://, or http:// on this machine.');
    }
  }

  /** Sends a request that is safe to repeat. Throws TrackerFailure. */
  async request<T extends z.ZodType>(
    schema: T,
    document: string,
    variables: Record<string, unknown> = {},
  ): Promise<z.infer<T>> {
    return this.send(schema, document, variables).catch((error: unknown) => {
      throw ofRead('Linear', linearFailure(error, this.options.teamKey));
    });
  }

  /**
   * Sends one request. Throws the SDK's own errors, or TrackerFailure if there is no token. A request with a
   * refused token has had no effect, so it is sent again with the next token.
   */
  async send<T extends z.ZodType>(
    schema: T,
    document: string,
    variables: Record<string, unknown>,
  ): Promise<z.infer<T>> {
    const request = async () =>
      this.client(await this.access.key()).client.rawRequest(document, variables);
    const { data } = await request().catch(async (error: unknown) => {
      if (!(error instanceof AuthenticationLinearError) || !this.access.renew) throw error;
      await this.access.renew();
      return request();
    });
    return schema.parse(data);
  }

  /** The team in LINEAR_TEAM, looked up once. */
  async team(): Promise<{ id: string; name: string }> {
    if (this.configured) return this.configured;
    const key = this.options.teamKey;
    const { teams } = await this.request(Teams, TEAM_BY_KEY, { key });
    this.configured = teams.nodes[0];
    if (!this.configured) {
      throw refused(
        `Linear does not show us a team with the key ${JSON.stringify(key)}: check LINEAR_TEAM and try again.`,
      );
    }
    return this.configured;
  }

  /** A client for one request: the SDK fixes the signal at construction. */
  private client(key: Awaited<ReturnType<LinearAccess['key']>>): LinearClient {
    const { apiUrl, timeoutMs = LINEAR_TIMEOUT_MS } = this.options;
    return new LinearClient({
      ...key,
      ...(apiUrl !== undefined && { apiUrl }),
      signal: AbortSignal.timeout(timeoutMs),
    });
  }
}

/** Milliseconds to wait if Linear does not state a time: its rate limits refill enough within a minute. */
const DEFAULT_WAIT_MS = 60_000;

/** Converts an error of Linear's SDK to our failure type. */
export const linearFailure = (
  error: unknown,
  teamKey: string,
  what: Written = 'issue',
): TrackerFailure =>
  error instanceof TrackerFailure
    ? error
    : trackerFailure('Linear', error, (thrown) => answerOf(thrown, teamKey, what), what);

function answerOf(error: unknown, teamKey: string, what: Written): FailedAnswer | undefined {
  if (!(error instanceof LinearError)) return undefined;
  if (isRateLimit(error)) return { waitMs: waitOf(error) };
  if (error.status === undefined || error.status >= 500) return {};
  if (error instanceof AuthenticationLinearError) {
    const refusal =
      'Linear refused the API key: check LINEAR_API_KEY, or LINEAR_CLIENT_ID and LINEAR_CLIENT_SECRET, and try again.';
    return { refusal };
  }
  if (error instanceof ForbiddenLinearError || error instanceof FeatureNotAccessibleLinearError) {
    const refusal = `The Linear API key may not create ${what}s in team ${teamKey}: give its owner access and try again.`;
    return { refusal };
  }
  if (REFUSALS.some((kind) => error instanceof kind)) {
    const theirs = error.errors?.[0]?.message ?? error.message;
    return { refusal: `Linear refused the ${what}: ${quoted(theirs)}.` };
  }
  return {};
}

const REFUSALS = [
  InvalidInputLinearError,
  UserLinearError,
  GraphqlLinearError,
  UsageLimitExceededLinearError,
];

/** Limits arrive as HTTP 400; the SDK reads `extensions.type`, Linear documents `extensions.code`. */
const isRateLimit = (error: LinearError): boolean =>
  error instanceof RatelimitedLinearError ||
  (error.raw?.response?.errors ?? []).some(
    ({ extensions }) => (extensions as { code?: unknown } | undefined)?.code === 'RATELIMITED',
  );

/** Milliseconds until the exhausted rate limit is full again. */
function waitOf(error: LinearError): number {
  const header = (name: string): number | undefined => {
    const value = error.raw?.response?.headers?.get(name);
    return value && Number.isFinite(Number(value)) ? Number(value) : undefined;
  };
  const retryAfterSecs = header('retry-after');
  if (retryAfterSecs !== undefined) return retryAfterSecs * 1_000;
  const resets = ['requests', 'complexity']
    .filter((bucket) => (header(`x-ratelimit-${bucket}-remaining`) ?? 0) <= 0)
    .map((bucket) => header(`x-ratelimit-${bucket}-reset`))
    .filter((at) => at !== undefined);
  return resets.length > 0 ? Math.max(...resets) - Date.now() : DEFAULT_WAIT_MS;
}

interface LinearSettings {
  /** Used for issues and comments; the app itself if absent. */
  apiKey?: Secret;
  /** Answers questions inside issues. */
  app?: LinearAppSettings;
  teamKey: string;
  apiUrl?: string;
  webhookSecret?: Secret;
}

export const LINEAR_VARIABLES = {
  LINEAR_API_KEY: secret('a Linear API key'),
  LINEAR_CLIENT_ID: text("the app's client id"),
  LINEAR_CLIENT_SECRET: secret("the app's client secret"),
  LINEAR_TEAM: text('the key of a Linear team, like ENG', (value) =>
    /^[A-Za-z0-9]{1,10}$/.test(value),
  ),
  LINEAR_API_URL: httpUrl(),
  LINEAR_WEBHOOK_SECRET: secret("the webhook's signing secret"),
};

const APP = ['LINEAR_CLIENT_ID', 'LINEAR_CLIENT_SECRET'] as const;

export function linearSettings(
  env: z.infer<z.ZodObject<typeof LINEAR_VARIABLES>>,
): LinearSettings | undefined {
  const firstOfApp = APP.find((name) => env[name]);
  const first =
    firstOfApp ??
    (['LINEAR_API_KEY', 'LINEAR_TEAM', 'LINEAR_WEBHOOK_SECRET'] as const).find((name) => env[name]);
  if (!first) return undefined;
  if (firstOfApp) needed(env, firstOfApp, ...APP, 'LINEAR_TEAM');
  else needed(env, first, 'LINEAR_API_KEY', 'LINEAR_TEAM');
  return present({
    apiKey: env.LINEAR_API_KEY,
    app: firstOfApp && {
      clientId: env.LINEAR_CLIENT_ID!,
      clientSecret: env.LINEAR_CLIENT_SECRET!,
    },
    teamKey: env.LINEAR_TEAM!,
    apiUrl: env.LINEAR_API_URL,
    webhookSecret: env.LINEAR_WEBHOOK_SECRET,
  });
}
