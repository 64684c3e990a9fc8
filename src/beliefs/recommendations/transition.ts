import type { CardNote } from '../../../db/entities/action-card.js';
import {
  type Decision,
  type Outcome,
  Recommendation,
} from '../../../db/entities/recommendation.js';
import { touchRecommendation } from '../../../db/queries/recommendation-writes.js';
import type { TeamDatabase } from '../../../db/team-database.js';
import { noteOnRecommendation, recommendationChanged } from '../../core/announce.js';
import type { Context } from '../../core/context.js';
import { invalidTransition, notFound } from '../../core/errors.js';
import { emit } from '../../core/events.js';
import { type HistoryRecord, recordHistory } from '../history/history.js';
import { next, type Trigger } from './lifecycle.js';

type Changes = Partial<Omit<Recommendation, 'teamId' | 'recommendationId' | 'state'>>;

/** Loads a published recommendation; an unpublished one does not exist for any surface. */
export async function loadPublished(db: TeamDatabase, id: string): Promise<Recommendation> {
  const found = await db.findOne(Recommendation, { recommendationId: id, published: true });
  if (!found) throw notFound('recommendation', id);
  return found;
}

/**
 * Moves a recommendation to its next state if its state has not changed since it was read: of two
 * concurrent writes one wins. Returns the recommendation as it was before. Throws `not_found`, or
 * `invalid_transition` naming the current state.
 */
export async function transition(
  tx: Context,
  id: string,
  trigger: Trigger,
  changes: Changes,
): Promise<Recommendation> {
  const before = await loadPublished(tx.db, id);
  const state = next(before.state, trigger);
  const where = { recommendationId: id, published: true, state: before.state };
  if ((await tx.db.update(Recommendation, where, { ...changes, state })) === 0) {
    const fresh = await loadPublished(tx.db, id);
    next(fresh.state, trigger);
    throw invalidTransition(
      `This recommendation has just become ${fresh.state}. Reload it before you retry.`,
    );
  }
  await tx.db.rows(touchRecommendation, id);
  return before;
}

/**
 * Records an action on a recommendation in its history, redraws every message that shows it, and
 * posts a note to their threads.
 */
export async function recordChange(
  tx: Context,
  recommendationId: string,
  entry: Omit<HistoryRecord, 'subjectType' | 'subjectId'>,
): Promise<void> {
  await recordHistory(tx, {
    ...entry,
    subjectType: 'recommendation',
    subjectId: recommendationId,
  });
  const note = noteOfChange(entry);
  if (note) await noteOnRecommendation(tx, recommendationId, note);
  await emit(tx, 'recommendationChanged', { recommendationId });
  await recommendationChanged(tx, recommendationId);
}

/** The note for the threads of a recommendation's cards; undefined if the entry needs none. */
function noteOfChange({ action, note, detail = {} }: Change): CardNote | undefined {
  switch (action) {
    case 'decide':
      return { kind: 'decided', decision: detail.decision as Decision, note };
    case 'record_outcome':
      return { kind: 'outcome', outcome: detail.outcome as Outcome, note };
    case 'reopen':
      return { kind: 'reopened', note };
    default:
      return undefined;
  }
}

type Change = Omit<HistoryRecord, 'subjectType' | 'subjectId'>;
