import {
  AuthenticationLinearError,
  FeatureNotAccessibleLinearError,
  ForbiddenLinearError,
  GraphqlLinearError,
  InvalidInputLinearError,
  LinearError,
  RatelimitedLinearError,
  UsageLimitExceededLinearError,
  UserLinearError,
} from '@linear/sdk';
import {
  type FailedAnswer,
  quoted,
  type TrackerFailure,
  trackerFailure,
} from '../../src/issues/tracker-failure.js';

/** Wait when Linear names no time: its rate limits refill enough within a minute. */
const DEFAULT_WAIT_MS = 60_000;

/** Converts an error of Linear's SDK to our failure type. */
export const linearFailure = (
  error: unknown,
  teamKey: string,
  what: 'issue' | 'comment' = 'issue',
): TrackerFailure =>
  trackerFailure('Linear', error, (thrown) => answerOf(thrown, teamKey, what), what);

function answerOf(error: unknown, teamKey: string, what: string): FailedAnswer | undefined {
  if (!(error instanceof LinearError)) return undefined;
  if (isRateLimit(error)) return { waitMs: waitOf(error) };
  if (error.status === undefined || error.status >= 500) return {};
  if (error instanceof AuthenticationLinearError) {
    return { refusal: 'Linear refused the API key: check LINEAR_API_KEY and try again.' };
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
