import { enqueue } from '../../db/queries/enqueue.js';
import { askedQuestion, settleQuestion } from '../../db/queries/ship-questions.js';
import type { Context } from '../core/context.js';

/** Posts the question, or redraws it once it is answered. */
export const SHIP_QUESTION = 'ship-question';

export const questionChanged = (tx: Context, questionId: string): Promise<void> =>
  enqueue(tx.db, { kind: SHIP_QUESTION, key: questionId, payload: { questionId } });

/** Withdraws a question that a change of its recommendation has answered. */
export async function settleShipQuestion(tx: Context, recommendationId: string): Promise<void> {
  const open = await tx.db.row(settleQuestion, recommendationId, tx.actor.name, tx.now);
  if (open) await questionChanged(tx, open.questionId);
}

/** Redraws the question when one of the recommendation's issues has changed. */
export async function redrawShipQuestion(tx: Context, recommendationId: string): Promise<void> {
  const open = await tx.db.row(askedQuestion, recommendationId);
  if (open) await questionChanged(tx, open.questionId);
}
