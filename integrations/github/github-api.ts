import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/rest';
import type { z } from 'zod';
import { httpUrl, needed, present, secret, text } from '../../src/config/variable-kinds.js';
import { ConfigError } from '../../src/core/errors.js';
import { Secret } from '../../src/core/secret.js';
import {
  type FailedAnswer,
  ofRead,
  quoted,
  refused,
  type TrackerFailure,
  trackerFailure,
  type Written,
} from '../../src/issues/tracker-failure.js';

export interface GitHubOptions extends GithubSettings {
  /** Base URL of this service, for the link back. */
  publicUrl: string;
  timeoutMs?: number;
  inDoubtMs?: number;
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Octokit with our credentials and deadlines. */
export class GitHubApi {
  readonly octokit: Octokit;
  /** False for an App, and for a token that was issued to an App's installation. */
  readonly isOfPerson: boolean;

  constructor(readonly options: GitHubOptions) {
    const { auth } = options;
    this.isOfPerson = 'token' in auth && !auth.token.reveal().startsWith('ghs_');
    // Without the retry plugin: it repeats a POST whose response was lost, and that creates two issues.
    this.octokit = new Octokit({
      userAgent: 'belief-layer',
      log: silent,
      request: { fetch: this.fetch },
      ...(options.apiUrl !== undefined && { baseUrl: options.apiUrl.replace(/\/+$/, '') }),
      ...credentials(auth),
    });
  }

  /** Authenticates before the write itself: if the credentials fail, definitely nothing was created. */
  async authenticate(): Promise<void> {
    if ('token' in this.options.auth) return;
    try {
      await Promise.race([this.octokit.auth({ type: 'installation' }), this.timeout()]);
    } catch (error) {
      const failure = githubFailure(error, this.options.repo);
      if (failure.kind === 'retry_later') throw failure;
      const noAnswer = isHttpError(error) ? error.status >= 500 : isTimeout(error);
      if (noAnswer) throw ofRead('GitHub', failure);
      throw refused(
        'GitHub did not issue a token for the App: check GITHUB_APP_ID, GITHUB_APP_PRIVATE_KEY and GITHUB_INSTALLATION_ID and try again.',
      );
    }
  }

  deadline(): { signal: AbortSignal } {
    return { signal: AbortSignal.timeout(this.options.timeoutMs ?? 15_000) };
  }

  /** Every request has a deadline: pages of a list, whose iterator drops the signal, and the App's own. */
  private readonly fetch: typeof fetch = (url, init) =>
    fetch(url, { ...init, signal: init?.signal ?? this.deadline().signal });

  /** The App's own requests take no abort signal, and a creation must not start if its token arrives too late. */
  private timeout(): Promise<never> {
    const { signal } = this.deadline();
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError';

const credentials = (auth: GithubSettings['auth']) =>
  'token' in auth
    ? { auth: auth.token.reveal() }
    : {
        authStrategy: createAppAuth,
        auth: { ...auth, privateKey: auth.privateKey.reveal() },
      };

/** GitHub asks for a wait of at least a minute when a rate limit does not state a time. */
const DEFAULT_WAIT_MS = 60_000;

/** Octokit throws this error for status 400 and above, and without a response if none arrived. */
interface HttpError extends Error {
  status: number;
  response?: { headers: Record<string, string | number | undefined>; data: unknown };
}

export const isHttpError = (error: unknown): error is HttpError =>
  error instanceof Error && error.name === 'HttpError';

/** Converts an Octokit error to our failure type. */
export const githubFailure = (
  error: unknown,
  repo: string,
  what: Written = 'issue',
): TrackerFailure =>
  trackerFailure('GitHub', error, (thrown) => answerOf(thrown, repo, what), what);

function answerOf(error: unknown, repo: string, what: Written): FailedAnswer | undefined {
  if (!isHttpError(error) || !error.response) return undefined;
  if (isRateLimit(error)) return { waitMs: waitOf(error) };
  const { status, message } = error;
  const refused = status >= 400 && status < 500 && status !== 408;
  return refused ? { refusal: refusalOf(status, repo, what) ?? theirWords(message, what) } : {};
}

/** GitHub lets only user tokens assign issues to agents. */
export const NEEDS_USER_TOKEN =
  'GitHub hands issues to coding agents only with the token of a person who has Copilot: set GITHUB_TOKEN to one with write access to actions, contents, issues and pull requests.';

const theirWords = (message: string, what: string): string =>
  `GitHub refused the ${what}: ${quoted(message)}.`;

function refusalOf(status: number, repo: string, what: Written): string | undefined {
  switch (status) {
    case 401:
      return 'GitHub refused the credentials: check GITHUB_TOKEN or the GITHUB_APP_ settings and try again.';
    case 403:
      if (what === 'handover') return NEEDS_USER_TOKEN;
      return `The GitHub credentials may not create ${what}s in ${repo}: grant them "Issues: write" there and try again.`;
    case 404:
      return what !== 'issue'
        ? `GitHub does not show us this issue in ${repo}: it may have been deleted, or the credentials may not see it.`
        : `GitHub does not show us the repository ${repo}: check GITHUB_REPO and that the credentials may see it, then try again.`;
    case 410:
      return `Issues are switched off in ${repo}: switch them on in its settings and try again.`;
    default:
      return undefined;
  }
}

/** A primary limit empties the quota. A secondary limit states when to retry, or only the reason. */
function isRateLimit(error: HttpError): boolean {
  if (error.status === 429) return true;
  const headers = error.response?.headers ?? {};
  const why = (error.response?.data as { documentation_url?: unknown } | undefined)
    ?.documentation_url;
  return (
    error.status === 403 &&
    (headers['retry-after'] !== undefined ||
      headers['x-ratelimit-remaining'] === '0' ||
      String(why ?? '').includes('rate-limit') ||
      /secondary rate/i.test(error.message))
  );
}

/** Milliseconds to wait: `retry-after` in seconds, or the quota's reset in epoch seconds. */
function waitOf(error: HttpError): number {
  const headers = error.response?.headers ?? {};
  const retryAfterSecs = Number(headers['retry-after'] ?? Number.NaN);
  if (Number.isFinite(retryAfterSecs)) return retryAfterSecs * 1_000;
  const resetSecs = Number(headers['x-ratelimit-reset'] ?? Number.NaN);
  const spent = headers['x-ratelimit-remaining'] === '0';
  return spent && Number.isFinite(resetSecs) ? resetSecs * 1_000 - Date.now() : DEFAULT_WAIT_MS;
}

interface GithubSettings {
  auth: { token: Secret } | { appId: string; privateKey: Secret; installationId: string };
  /** `owner/name` */
  repo: string;
  apiUrl?: string;
  webhookSecret?: Secret;
  /** The name, without its @, that starts a comment addressed to us. */
  botName?: string;
  /** The type of new issues, by name. */
  issueType?: string;
}

export const GITHUB_VARIABLES = {
  GITHUB_TOKEN: secret('a GitHub token'),
  GITHUB_APP_ID: text('the number of a GitHub App', (value) => /^\d+$/.test(value)),
  GITHUB_APP_PRIVATE_KEY: secret("the app's private key in PEM form", (value) =>
    value.includes('PRIVATE KEY'),
  ),
  GITHUB_INSTALLATION_ID: text('the number of an installation', (value) => /^\d+$/.test(value)),
  GITHUB_REPO: text('owner/name', (value) => /^[\w.-]+\/[\w.-]+$/.test(value)),
  GITHUB_API_URL: httpUrl(),
  GITHUB_WEBHOOK_SECRET: secret("the webhook's secret"),
  GITHUB_ISSUE_TYPE: text('the name of an issue type like Feature', (value) => value.length <= 100),
  GITHUB_BOT_NAME: text('a name like belief-layer, without the @', (value) =>
    /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,37}[A-Za-z0-9])?$/.test(value),
  ),
};

type GithubEnvironment = z.infer<z.ZodObject<typeof GITHUB_VARIABLES>>;

export function githubSettings(env: GithubEnvironment): GithubSettings | undefined {
  const app = ['GITHUB_APP_ID', 'GITHUB_APP_PRIVATE_KEY', 'GITHUB_INSTALLATION_ID'] as const;
  const firstOfApp = app.find((name) => env[name]);
  const first =
    firstOfApp ??
    (
      ['GITHUB_REPO', 'GITHUB_WEBHOOK_SECRET', 'GITHUB_BOT_NAME', 'GITHUB_ISSUE_TYPE'] as const
    ).find((name) => env[name]);
  if (!env.GITHUB_TOKEN && !first) return undefined;
  if (env.GITHUB_TOKEN && firstOfApp) {
    throw new ConfigError(
      `GITHUB_TOKEN and ${firstOfApp} are both set: use a token or an app, not both.`,
    );
  }
  if (env.GITHUB_TOKEN) needed(env, 'GITHUB_TOKEN', 'GITHUB_REPO');
  else if (firstOfApp) needed(env, firstOfApp, ...app, 'GITHUB_REPO');
  else needed(env, first!, 'GITHUB_TOKEN');
  if (env.GITHUB_BOT_NAME) needed(env, 'GITHUB_BOT_NAME', 'GITHUB_WEBHOOK_SECRET');
  const auth = env.GITHUB_TOKEN
    ? { token: env.GITHUB_TOKEN }
    : {
        appId: env.GITHUB_APP_ID!,
        // a .env line or a dashboard field holds the key with \n for its line breaks
        privateKey: new Secret(env.GITHUB_APP_PRIVATE_KEY!.reveal().replaceAll('\\n', '\n')),
        installationId: env.GITHUB_INSTALLATION_ID!,
      };
  return present({
    auth,
    repo: env.GITHUB_REPO!,
    apiUrl: env.GITHUB_API_URL,
    webhookSecret: env.GITHUB_WEBHOOK_SECRET,
    botName: env.GITHUB_BOT_NAME,
    issueType: env.GITHUB_ISSUE_TYPE,
  });
}
