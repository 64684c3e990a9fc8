import { z } from 'zod';
import { hasProtocol, needed, present, secret, text } from '../../src/config/variable-kinds.js';
import type { Secret } from '../../src/core/secret.js';
import {
  type FailedAnswer,
  ofRead,
  quoted,
  type TrackerFailure,
  trackerFailure,
} from '../../src/issues/tracker-failure.js';

export interface JiraOptions extends JiraSettings {
  /** Base URL of this service, for the link back. */
  publicUrl: string;
  timeoutMs?: number;
  inDoubtMs?: number;
}

/** Jira's REST API, version 3. Atlassian maintains no client for Node. */
export class JiraApi {
  private readonly base: string;

  constructor(readonly options: JiraOptions) {
    this.base = `${options.apiUrl ?? options.siteUrl}/rest/api/3`;
  }

  /** Sends a read: a GET, or a POST if there is a body. Throws TrackerFailure. */
  async read<T extends z.ZodType>(
    schema: T,
    path: string,
    { body, project, signal }: { body?: object; project?: string; signal?: AbortSignal } = {},
  ): Promise<z.infer<T>> {
    try {
      return await this.request(schema, path, { body, signal, reads: true });
    } catch (error) {
      throw ofRead('Jira', jiraFailure(error, project ?? this.options.project));
    }
  }

  /** Sends one request and never repeats it. Throws JiraError, or fetch's own errors. */
  async request<T extends z.ZodType>(
    schema: T,
    path: string,
    {
      body,
      reads = false,
      signal = this.deadline(),
    }: { body?: object | undefined; reads?: boolean; signal?: AbortSignal | undefined } = {},
  ): Promise<z.infer<T>> {
    const { email, apiToken } = this.options;
    const credentials = Buffer.from(`${email}:${apiToken.reveal()}`).toString('base64');
    const response = await fetch(this.base + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        authorization: `Basic ${credentials}`,
        'content-type': 'application/json',
        'user-agent': 'belief-layer',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual', // the credentials are only for this address
      signal,
    });
    const answer = await response.text();
    const { status, headers, ok } = response;
    const signedOut = SIGNED_OUT.includes(headers.get('x-seraph-loginreason') ?? '');
    if (!ok || (reads && signedOut)) throw new JiraError(status, headers, answer, signedOut);
    return schema.parse(JSON.parse(answer));
  }

  /**
   * Throws unless Jira knows who we are. Jira treats an unknown token like an anonymous user, for whom no issue
   * exists, so a "not found" can be believed only after this check.
   */
  async proveSignedIn(): Promise<void> {
    await this.read(z.object({ accountId: z.string() }), '/myself');
  }

  /** An abort signal with time for `requests` requests together. */
  deadline(requests = 1): AbortSignal {
    return AbortSignal.timeout((this.options.timeoutMs ?? 10_000) * requests);
  }
}

/** Header values with which Jira treats us as anonymous, even with status 200. */
const SIGNED_OUT = ['AUTHENTICATED_FAILED', 'AUTHENTICATION_DENIED'];

/** Any response other than the expected one. */
class JiraError extends Error {
  constructor(
    readonly status: number,
    readonly headers: Headers,
    answer: string,
    readonly signedOut: boolean,
  ) {
    super(wordsOf(answer) ?? `HTTP ${status}`);
    this.name = 'JiraError';
  }
}

const ErrorAnswer = z.object({
  errorMessages: z.array(z.string()).default([]),
  errors: z.record(z.string(), z.string()).default({}),
});

/** Jira's own error messages, for the request as a whole and for its fields. */
function wordsOf(answer: string): string | undefined {
  try {
    const { errorMessages, errors } = ErrorAnswer.parse(JSON.parse(answer));
    const ofFields = Object.entries(errors).map(([field, words]) => `${field}: ${words}`);
    return [...errorMessages, ...ofFields].join(' ') || undefined;
  } catch {
    return undefined;
  }
}

export const isNotFound = (error: unknown): boolean =>
  error instanceof JiraError && error.status === 404 && !error.signedOut;

/** Converts an error of a request to our failure type. */
export const jiraFailure = (
  error: unknown,
  project: string,
  what: 'issue' | 'comment' = 'issue',
): TrackerFailure =>
  trackerFailure('Jira', error, (thrown) => answerOf(thrown, project, what), what);

function answerOf(
  error: unknown,
  project: string,
  what: 'issue' | 'comment',
): FailedAnswer | undefined {
  if (!(error instanceof JiraError)) return undefined;
  const { status } = error;
  if (status === 429) return { waitMs: waitOf(error.headers) };
  if (status >= 500 || status === 408) return {};
  if (status === 401 || error.signedOut) {
    const refusal =
      'Jira refused the credentials: check JIRA_EMAIL and JIRA_API_TOKEN and try again.';
    return { refusal };
  }
  return { refusal: refusalOf(status, project, what) ?? theirWords(error.message, what) };
}

const theirWords = (words: string, what: string): string =>
  `Jira refused the ${what}: ${quoted(words)}.`;

function refusalOf(status: number, project: string, what: 'issue' | 'comment'): string | undefined {
  if (status < 400) return 'Jira answers at another address: check JIRA_URL and try again.';
  if (status === 403) {
    const permission = what === 'issue' ? 'Create issues' : 'Add comments';
    return `The Jira account may not create ${what}s in ${project}: give it "${permission}" there and try again.`;
  }
  if (status !== 404) return undefined;
  return what === 'comment'
    ? 'Jira does not show us this issue: it may have been deleted, or the account may not see it.'
    : `Jira does not show us the project ${project}: check JIRA_PROJECT and that the account may see it, then try again.`;
}

/** Milliseconds to wait if Jira does not state a time. */
const DEFAULT_WAIT_MS = 60_000;

/** Milliseconds to wait: `retry-after` in seconds, or the time at which the limit is reset. */
function waitOf(headers: Headers): number {
  const retryAfterSecs = Number(headers.get('retry-after') ?? Number.NaN);
  if (Number.isFinite(retryAfterSecs)) return retryAfterSecs * 1_000;
  const resetMs = Date.parse(headers.get('x-ratelimit-reset') ?? '') - Date.now();
  return Number.isFinite(resetMs) ? resetMs : DEFAULT_WAIT_MS;
}

/** Quotes a string for JQL. */
export const jqlText = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

interface JiraSettings {
  /** `https://acme.atlassian.net` */
  siteUrl: string;
  /** Base URL of the API, if it is not the site. */
  apiUrl?: string;
  email: string;
  apiToken: Secret;
  /** The key of the project that gets the issues. */
  project: string;
  /** By name; if absent, the first type that can be created. */
  issueType?: string;
  webhookSecret?: Secret;
}

const isSite = (value: string): boolean => {
  if (!hasProtocol(value, 'https:')) return false;
  const { pathname, search, username } = new URL(value);
  return pathname === '/' && search === '' && username === '';
};

/** The token is sent to this address, so it must be a safe one. */
const isSafe = (value: string): boolean =>
  hasProtocol(value, 'https:') ||
  (hasProtocol(value, 'http:') && ['localhost', '127.0.0.1'].includes(new URL(value).hostname));

const withoutSlash = (value: string | undefined): string | undefined => value?.replace(/\/+$/, '');

export const JIRA_VARIABLES = {
  JIRA_URL: text('the address of a Jira Cloud site, like https://acme.atlassian.net', isSite),
  JIRA_API_URL: text(
    'a URL that starts with https://, or http:// on this machine',
    isSafe,
  ).transform(withoutSlash),
  JIRA_EMAIL: text('the e-mail address of a Jira account', (value) =>
    /^[^\s:@]+@[^\s:@]+$/.test(value),
  ),
  JIRA_API_TOKEN: secret('an API token of that account'),
  JIRA_PROJECT: text('the key of a Jira project, like ENG', (value) =>
    /^[A-Za-z][A-Za-z0-9_]{1,254}$/.test(value),
  ),
  JIRA_ISSUE_TYPE: text('the name of an issue type, like Task', (value) => value.length <= 60),
  JIRA_WEBHOOK_SECRET: secret("the webhook's secret"),
};

type JiraEnvironment = z.infer<z.ZodObject<typeof JIRA_VARIABLES>>;

export function jiraSettings(env: JiraEnvironment): JiraSettings | undefined {
  const first = (Object.keys(JIRA_VARIABLES) as (keyof typeof JIRA_VARIABLES)[]).find(
    (name) => env[name],
  );
  if (!first) return undefined;
  needed(env, first, 'JIRA_URL', 'JIRA_EMAIL', 'JIRA_API_TOKEN', 'JIRA_PROJECT');
  return present({
    siteUrl: new URL(env.JIRA_URL!).origin,
    apiUrl: env.JIRA_API_URL,
    email: env.JIRA_EMAIL!,
    apiToken: env.JIRA_API_TOKEN!,
    project: env.JIRA_PROJECT!.toUpperCase(),
    issueType: env.JIRA_ISSUE_TYPE,
    webhookSecret: env.JIRA_WEBHOOK_SECRET,
  });
}
