import type { WorkItemState } from '../../db/entities/work-item.js';
import type { WorkItemStatusRow } from '../../db/queries/work-item-states.js';
import type { TrackedIssue } from './issue.js';

/** What is known of a linked issue, with its time as one. */
export type Status = Omit<WorkItemStatusRow, 'updatedAt'> & { updatedAt: Date };

/** How we came to know: asked just now, or told by a delivery that may be late. */
export type Source = 'read' | 'delivery';

const ENDED: readonly WorkItemState[] = ['completed', 'canceled', 'duplicate', 'deleted'];
const hasEnded = (state: WorkItemState): boolean => ENDED.includes(state);

/**
 * What is known after this sighting; undefined where it is older than what is known, by the tracker's clock.
 * A deleted issue comes back by a read alone, whatever its time: a deletion is told with the clock of the deletion,
 * which the issue, once restored, does not have, and deliveries still come of what we may not see any more. Only where
 * it went is for a delivery to say.
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

/** What it was when it was there; null where it was never seen. */
export const lastSeenAs = (status: Status | undefined): WorkItemState | null =>
  (status?.state === 'deleted' ? status.stateBefore : status?.state) ?? null;

/** Whoever edits an issue at work did not bring it there; who ended one may become known later. */
function whoChanged(before: Status | undefined, { state, changedBy }: TrackedIssue): string | null {
  if (before?.state !== state) return changedBy ?? null;
  return hasEnded(state) ? (changedBy ?? before.changedBy) : before.changedBy;
}
