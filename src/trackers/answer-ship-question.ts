import {
  closeQuestion,
  type ShipQuestionRow,
  shipQuestion,
} from '../../db/queries/ship-questions.js';
import { type Context, inTransaction } from '../context.js';
import { invalidTransition, notFound } from '../errors.js';
import { decide } from '../recommendations/decide.js';
import { recordOutcome } from '../recommendations/record-outcome.js';
import { questionChanged } from './settle-ship-question.js';

/**
 * Yes: the recommendation is shipped, and accepted first where nobody had. No: it stays as it is, and the next
 * completion asks again. Throws `invalid_transition` where somebody answered before, and `not_found`.
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
  withdrawn: 'taken back, for the issue is not completed any more',
} as const;

function answeredBefore({ closedAs, closedBy }: ShipQuestionRow): string {
  const by = closedBy ? ` by ${closedBy}` : '';
  return `This was ${closedAs ? ANSWERS[closedAs] : 'answered'}${by} already.`;
}
