import type { WorkItemState } from '../../db/entities/work-item.js';
import { noteOnRecommendation, recommendationChanged } from '../core/announce.js';
import { type Context, inTransaction } from '../core/context.js';
import { COMPLETION_NEWS_DAYS, days } from '../core/numbers.js';
import type { TrackedIssue } from './issue.js';
import {
  type FollowedLinkRow,
  followedLink,
  lockRecommendation,
  statusRead,
  type WorkItemStatusRow,
  writeStatus,
} from './queries/work-item-states.js';
import {
  askWhetherShipped,
  bringBackShipQuestion,
  redrawShipQuestion,
  withdrawShipQuestion,
} from './ship-question.js';
import type { Delivery, Tracker } from './tracker.js';

/** The known state of a linked issue, with its time as a Date. */
export type Status = Omit<WorkItemStatusRow, 'updatedAt'> & { updatedAt: Date };

/** Source of a state: read just now, or reported by a delivery that may be late. */
type Source = 'read' | 'delivery';

const ENDED: readonly WorkItemState[] = ['completed', 'canceled', 'duplicate', 'deleted'];
const hasEnded = (state: WorkItemState): boolean => ENDED.includes(state);

/**
 * The status after this report; undefined if the report is older than the known status, by the tracker's clock.
 * Only a read restores a deleted issue, whatever its time. A deletion is reported with its own time, which is later
 * than that of the restored issue, and deliveries still arrive for issues that we can no longer see. Only a
 * delivery can report that an issue was moved.
 */
export function nextStatus(
  before: Status | undefined,
  seen: TrackedIssue & { movedFrom?: { externalId: string } | undefined },
  source: Source,
): Status | undefined {
  if (before && !(source === 'read' && before.state === 'deleted')) {
    if (seen.updatedAt < before.updatedAt) return undefined;
    if (before.state === 'deleted' && !seen.movedFrom) return undefined;
  }
  const { externalId, nativeId, url, title, state, updatedAt } = seen;
  const ended = before ? hasEnded(before.state) || before.reopened : false;
  const reopened = ended && !hasEnded(state);
  const moved = before !== undefined && before.externalId !== externalId;
  return {
    externalId,
    nativeId,
    url,
    title,
    state,
    stateBefore: state === 'deleted' ? lastSeenAs(before) : null,
    reopened,
    movedFrom: moved
      ? before.externalId
      : before
        ? before.movedFrom
        : (seen.movedFrom?.externalId ?? null),
    changedBy: state === 'open' && !reopened ? null : whoChanged(before, seen),
    updatedAt,
  };
}

/** The last state in which the issue was seen; null if it was never seen. */
const lastSeenAs = (status: Status | undefined): WorkItemState | null =>
  (status?.state === 'deleted' ? status.stateBefore : status?.state) ?? null;

/**
 * A user who edits an issue in progress did not necessarily start it. The user who ended an issue may become known
 * later.
 */
function whoChanged(before: Status | undefined, { state, changedBy }: TrackedIssue): string | null {
  if (before?.state !== state) return changedBy ?? null;
  return hasEnded(state) ? (changedBy ?? before.changedBy) : before.changedBy;
}

type Link = Pick<FollowedLinkRow, 'recommendationId' | 'normalizedUrl'>;

/** Earlier than any time that a tracker can report. */
const NEVER = new Date(0);

/**
 * Stores a tracker's report of a linked issue and applies its consequences in one transaction: cards are redrawn
 * and notes posted, a completed issue raises the question whether it shipped, and an issue that is in progress
 * again withdraws it. Old or known reports change nothing. `undefined` stands for an issue that is gone or not
 * visible to us.
 */
export const updateStatus = (
  ctx: Context,
  tracker: Pick<Tracker, 'provider' | 'name' | 'parse'>,
  { recommendationId, normalizedUrl }: Link,
  seen: Delivery['issue'],
  source: Source,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const key = [recommendationId, normalizedUrl] as const;
    await tx.db.row(lockRecommendation, recommendationId);
    const link = await tx.db.row(followedLink, ...key);
    if (!link) return;
    const before = statusOf(link);
    const now = nextStatus(before, seen ?? gone(tracker, link, before), source);
    if (!now) {
      if (source === 'read') await tx.db.row(statusRead, ...key);
      return;
    }
    const { externalId, url, state, reopened, changedBy } = now;
    await tx.db.row(writeStatus, {
      ...now,
      recommendationId,
      normalizedUrl,
      tracker: tracker.provider,
      isRead: source === 'read',
    });
    if (shown(before) === shown(now)) return;
    const by = {
      ...tx,
      actor: {
        type: 'service' as const,
        id: tracker.provider,
        name: changedBy ? `${changedBy} in ${tracker.name}` : tracker.name,
      },
    };
    await recommendationChanged(tx, recommendationId);
    await redrawShipQuestion(tx, recommendationId);
    if (before && before.state !== state) {
      await noteOnRecommendation(by, recommendationId, {
        kind: 'work_item_state',
        tracker: tracker.name,
        name: externalId,
        url,
        state: reopened ? 'reopened' : WORK_ITEM_STATE_NAMES[state],
      });
    }
    if (before?.state === state) return;
    if (before?.state === 'completed') await withdrawShipQuestion(tx, link);
    if (state !== 'completed') return;
    if (lastSeenAs(before) === 'completed') await bringBackShipQuestion(tx, link);
    else if (before || isNews(tx, link, now, source)) await askWhetherShipped(by, link, changedBy);
  });

/**
 * True if a completion in the first report of an issue is worth a question. It is not if the issue ended before it
 * was linked. It is not either if we only read it for an old link (usually an imported one), since it may have
 * ended at any time.
 */
const isNews = (
  { now }: Context,
  { linkedAt }: FollowedLinkRow,
  { updatedAt }: Status,
  source: Source,
): boolean =>
  updatedAt > linkedAt &&
  (source === 'delivery' || now.getTime() - linkedAt.getTime() < days(COMPLETION_NEWS_DAYS));

/** The part of the status that is shown to people. */
const shown = (status: Status | undefined): string =>
  JSON.stringify(status && { ...status, updatedAt: undefined });

function gone(tracker: Pick<Tracker, 'parse'>, link: FollowedLinkRow, before?: Status) {
  if (before) return { ...before, state: 'deleted' as const, changedBy: undefined };
  const externalId = tracker.parse(link.url) ?? link.url;
  const title = link.title ?? externalId;
  return {
    externalId,
    nativeId: '',
    url: link.url,
    title,
    state: 'deleted' as const,
    updatedAt: NEVER,
  };
}

function statusOf({ status }: FollowedLinkRow): Status | undefined {
  return status ? { ...status, updatedAt: new Date(status.updatedAt) } : undefined;
}

/** Display names of the states. */
export const WORK_ITEM_STATE_NAMES: Record<WorkItemState, string> = {
  open: 'open',
  started: 'in progress',
  completed: 'completed',
  canceled: 'cancelled',
  duplicate: 'a duplicate',
  deleted: 'deleted or no longer visible',
};
