import type { WorkItemState } from '../../db/entities/work-item.js';
import type { TrackedIssue } from './issue.js';
import type { WorkItemStatusRow } from './queries/work-item-states.js';

/** The known state of a linked issue, with its time as a Date. */
export type Status = Omit<WorkItemStatusRow, 'updatedAt'> & { updatedAt: Date };

/** Source of a state: read just now, or reported by a delivery that may be late. */
export type Source = 'read' | 'delivery';

const ENDED: readonly WorkItemState[] = ['completed', 'canceled', 'duplicate', 'deleted'];
const hasEnded = (state: WorkItemState): boolean => ENDED.includes(state);

/**
 * The status after this report; undefined if the report is older than the known status, by the
 * tracker's clock. Only a read restores a deleted issue, whatever its time: a deletion is reported
 * with the time of the deletion, which is later than the restored issue's own, and deliveries still
 * arrive for issues that we may no longer see. Only a delivery can say that an issue was moved.
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
export const lastSeenAs = (status: Status | undefined): WorkItemState | null =>
  (status?.state === 'deleted' ? status.stateBefore : status?.state) ?? null;

/**
 * A user who edits an issue at work did not necessarily start it; the user who ended one may become
 * known later.
 */
function whoChanged(before: Status | undefined, { state, changedBy }: TrackedIssue): string | null {
  if (before?.state !== state) return changedBy ?? null;
  return hasEnded(state) ? (changedBy ?? before.changedBy) : before.changedBy;
}
