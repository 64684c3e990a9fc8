import {
  type FailedAnswer,
  quoted,
  type TrackerFailure,
  trackerFailure,
} from '../../src/issues/tracker-failure.js';

/** GitHub asks for at least a minute when a rate limit names no time. */
const DEFAULT_WAIT_MS = 60_000;

/** Octokit throws it for status 400 and above, and without a response if none arrived. */
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
  what: 'issue' | 'comment' = 'issue',
): TrackerFailure =>
  trackerFailure('GitHub', error, (thrown) => answerOf(thrown, repo, what), what);

function answerOf(
  error: unknown,
  repo: string,
  what: 'issue' | 'comment',
): FailedAnswer | undefined {
  if (!isHttpError(error) || !error.response) return undefined;
  if (isRateLimit(error)) return { waitMs: waitOf(error) };
  const { status, message } = error;
  const refused = status >= 400 && status < 500 && status !== 408;
  return refused ? { refusal: refusalOf(status, repo, what) ?? theirWords(message, what) } : {};
}

const theirWords = (message: string, what: string): string =>
  `GitHub refused the ${what}: ${quoted(message)}.`;

function refusalOf(status: number, repo: string, what: 'issue' | 'comment'): string | undefined {
  switch (status) {
    case 401:
      return 'GitHub refused the credentials: check GITHUB_TOKEN or the GITHUB_APP_ settings and try again.';
    case 403:
      return `The GitHub credentials may not create ${what}s in ${repo}: grant them "Issues: write" there and try again.`;
    case 404:
      return what === 'comment'
        ? `GitHub shows us no such issue in ${repo}: it may be deleted, or the credentials may not see it.`
        : `GitHub shows us no repository ${repo}: check GITHUB_REPO and that the credentials may see it, then try again.`;
    case 410:
      return `Issues are switched off in ${repo}: switch them on in its settings and try again.`;
    default:
      return undefined;
  }
}

/** A primary limit empties the quota; a secondary one says when to come back, or only why. */
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
