import { Recommendation } from '../../db/entities/recommendation.js';
import { touchRecommendation } from '../../db/queries/recommendation-writes.js';
import type { TeamDatabase } from '../../db/team-database.js';
import type { Context } from '../context.js';
import { invalidTransition, notFound } from '../errors.js';
import { type HistoryRecord, recordHistory } from '../history/record-history.js';
import { noteOnRecommendation, recommendationChanged } from '../outbox.js';
import { settleShipQuestion } from '../trackers/settle-ship-question.js';
import { next, type Trigger } from './lifecycle.js';
import { noteOfChange } from './note-of-change.js';

type Changes = Partial<Omit<Recommendation, 'teamId' | 'recommendationId' | 'state'>>;

/** A published recommendation; one that is not published does not exist for any surface. */
export async function loadPublished(db: TeamDatabase, id: string): Promise<Recommendation> {
  const found = await db.findOne(Recommendation, { recommendationId: id, published: true });
  if (!found) throw notFound('recommendation', id);
  return found;
}

/**
 * Moves a recommendation to the state that follows, if it is still in the state it was read in: of two
 * writes at the same moment one wins. Gives the recommendation as it was before.
 * Throws `not_found`, or `invalid_transition` naming the state it is in.
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
      `This recommendation became ${fresh.state} at this very moment. Read it again before you repeat the request.`,
    );
  }
  await tx.db.rows(touchRecommendation, id);
  return before;
}

/** Keeps what was done to a recommendation, and has every message that shows it redrawn and told. */
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
  await settleShipQuestion(tx, recommendationId);
  await recommendationChanged(tx, recommendationId);
}
