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
import { neverSent } from '../../src/trackers/never-sent.js';
import {
  quoted,
  rateLimited,
  refused,
  type TrackerFailure,
  unclear,
  unreachable,
} from '../../src/trackers/tracker-failure.js';

/** Where Linear names no moment, its buckets have leaked enough after a minute. */
const DEFAULT_WAIT_MS = 60_000;

/** What the SDK threw, as a failure of ours; whatever is not surely without effect is unclear. */
export function linearFailure(
  error: unknown,
  teamKey: string,
  what: 'issue' | 'comment' = 'issue',
): TrackerFailure {
  const code = neverSent(error);
  if (code) return unreachable('Linear', code);
  if (!(error instanceof LinearError)) return unclear('Linear', what);
  if (isRateLimit(error)) return rateLimited('Linear', waitOf(error));
  if (error.status === undefined || error.status >= 500) return unclear('Linear', what);
  if (error instanceof AuthenticationLinearError) {
    return refused('Linear refused the API key: check LINEAR_API_KEY and try again.');
  }
  if (error instanceof ForbiddenLinearError || error instanceof FeatureNotAccessibleLinearError) {
    return refused(
      `The Linear API key may not create ${what}s in team ${teamKey}: give its owner access and try again.`,
    );
  }
  if (
    error instanceof InvalidInputLinearError ||
    error instanceof UserLinearError ||
    error instanceof GraphqlLinearError ||
    error instanceof UsageLimitExceededLinearError
  ) {
    return refused(
      `Linear refused the ${what}: ${quoted(error.errors?.[0]?.message ?? error.message)}.`,
    );
  }
  return unclear('Linear', what);
}

/** Limits arrive as HTTP 400; the SDK reads `extensions.type`, Linear documents `extensions.code`. */
const isRateLimit = (error: LinearError): boolean =>
  error instanceof RatelimitedLinearError ||
  (error.raw?.response?.errors ?? []).some(
    ({ extensions }) => (extensions as { code?: unknown } | undefined)?.code === 'RATELIMITED',
  );

/** Milliseconds until the bucket that ran dry is full again. */
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
