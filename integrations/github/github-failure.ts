import { neverSent } from '../../src/trackers/never-sent.js';
import {
  quoted,
  rateLimited,
  refused,
  type TrackerFailure,
  unclear,
  unreachable,
} from '../../src/trackers/tracker-failure.js';

/** GitHub asks for at least a minute where a limit names no moment. */
const DEFAULT_WAIT_MS = 60_000;

/** What Octokit throws for an answer of 400 up, and, without a response, where none came. */
interface HttpError extends Error {
  status: number;
  response?: { headers: Record<string, string | number | undefined>; data: unknown };
}

export const isHttpError = (error: unknown): error is HttpError =>
  error instanceof Error && error.name === 'HttpError';

/** What Octokit threw, as a failure of ours; whatever is not surely without effect is unclear. */
export function githubFailure(
  error: unknown,
  repo: string,
  what: 'issue' | 'comment' = 'issue',
): TrackerFailure {
  const code = neverSent(error);
  if (code) return unreachable('GitHub', code);
  if (!isHttpError(error) || !error.response) return unclear('GitHub', what);
  if (isRateLimit(error)) return rateLimited('GitHub', waitOf(error));
  switch (error.status) {
    case 401:
      return refused(
        'GitHub refused the credentials: check GITHUB_TOKEN or the GITHUB_APP_ settings and try again.',
      );
    case 403:
      return refused(
        `The GitHub credentials may not create ${what}s in ${repo}: grant them "Issues: write" there and try again.`,
      );
    case 404:
      return refused(
        what === 'comment'
          ? `GitHub shows us no such issue in ${repo}: it may be deleted, or the credentials may not see it.`
          : `GitHub shows us no repository ${repo}: check GITHUB_REPO and that the credentials may see it, then try again.`,
      );
    case 410:
      return refused(
        `Issues are switched off in ${repo}: switch them on in its settings and try again.`,
      );
    case 408:
      return unclear('GitHub', what);
  }
  if (error.status >= 400 && error.status < 500) {
    return refused(`GitHub refused the ${what}: ${quoted(error.message)}.`);
  }
  return unclear('GitHub', what);
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
