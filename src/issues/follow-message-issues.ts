import { type Context, inTransaction } from '../core/context.js';
import { trackerOf, type WorkItemDeps } from './adapter.js';
import {
  type FollowedPushRow,
  followedPushes,
  lockPush,
  pushesToRead,
  writePushStatus,
} from './queries/message-issues.js';
import type { Delivery, Tracker } from './tracker.js';
import { TrackerFailure } from './tracker-failure.js';
import { nextStatus } from './update-status.js';

/**
 * Follows issues that were created from messages about a belief without a recommendation: the belief shows their
 * state. All other issues are work items, which `update-status.ts` follows.
 */
type Seen = Parameters<typeof nextStatus>[1];

/** Maximum reads per sweep. */
const MOST = 100;

/** Stores the state from a delivery. The next sweep reads the issue, since deliveries come in any order. */
export async function messageIssueReported(
  ctx: Context,
  tracker: Pick<Tracker, 'provider'>,
  issue: NonNullable<Delivery['issue']>,
): Promise<void> {
  const names = [issue.externalId, ...(issue.movedFrom ? [issue.movedFrom.externalId] : [])];
  const rows = await ctx.db.rows(followedPushes, tracker.provider, issue.nativeId, names);
  for (const { clientId } of rows) await store(ctx, clientId, issue, 'delivery');
}

/** Reads issues that were not read lately. A tracker that fails is not called again until the next sweep. */
export async function readMessageIssues(ctx: Context, deps: WorkItemDeps): Promise<void> {
  const trackers = new Map(deps.trackers);
  for (const row of await ctx.db.rows(pushesToRead, MOST)) {
    const { provider, clientId, status } = row;
    const tracker = trackerOf({ trackers }, status.url)?.tracker;
    if (!tracker) continue;
    try {
      const seen = await tracker.read({
        externalId: status.externalId,
        nativeId: status.nativeId || undefined,
      });
      await store(ctx, clientId, seen ?? gone(row), 'read');
    } catch (error) {
      if (!(error instanceof TrackerFailure)) throw error;
      ctx.log.warn({ url: row.url, reason: error.message }, 'an issue of a message was not read');
      trackers.delete(provider);
    }
  }
}

const gone = ({ status }: FollowedPushRow): Seen => ({
  ...status,
  state: 'deleted',
  changedBy: undefined,
  movedFrom: undefined,
  updatedAt: new Date(status.updatedAt),
});

const store = (
  ctx: Context,
  clientId: string,
  seen: Seen,
  source: 'read' | 'delivery',
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await tx.db.row(lockPush, clientId);
    if (!row) return;
    const before = { ...row.status, updatedAt: new Date(row.status.updatedAt) };
    const now = nextStatus(before, seen, source);
    if (now || source === 'read') {
      await tx.db.row(writePushStatus, clientId, now ?? row.status, source === 'read');
    }
  });
