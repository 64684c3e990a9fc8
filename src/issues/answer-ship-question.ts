import {
  closeQuestion,
  type ShipQuestionRow,
  shipQuestion,
} from '../../db/queries/ship-questions.js';
import { decide } from '../beliefs/recommendations/decide.js';
import { recordOutcome } from '../beliefs/recommendations/record-outcome.js';
import { type Context, inTransaction } from '../core/context.js';
import { invalidTransition, notFound } from '../core/errors.js';
import { questionChanged } from './settle-ship-question.js';

/**
 * Yes: the recommendation is shipped, and accepted first if it was still open. No: it stays as it
 * is, and the next completion asks again. Throws `invalid_transition` if the question was already
 * answered, and `not_found`.
 */
export const answerShipQuestion = (
  ctx: Context,
  questionId: string,
  answer: 'shipped' | 'not_yet',
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const closed = await tx.db.row(closeQuestion, questionId, answer, tx.actor.name, tx.now);
    const asked = await tx.db.row(shipQuestion, questionId);
    if (!asked) throw notFound('question', questionId);
    if (!closed) throw invalidTransition(answeredBefore(asked));
    const { recommendationId, state } = asked;
    if (answer === 'shipped') {
      if (state === 'open') await decide(tx, recommendationId, { decision: 'accepted' });
      await recordOutcome(tx, recommendationId, { outcome: 'shipped' });
    }
    await questionChanged(tx, questionId);
  });

const ANSWERS = {
  shipped: 'marked as shipped',
  not_yet: 'answered with “not yet”',
  settled: 'decided otherwise',
  withdrawn: 'withdrawn, because the issue is no longer completed',
} as const;

function answeredBefore({ closedAs, closedBy }: ShipQuestionRow): string {
  const by = closedBy ? ` by ${closedBy}` : '';
  return `This was ${closedAs ? ANSWERS[closedAs] : 'answered'}${by} already.`;
}
