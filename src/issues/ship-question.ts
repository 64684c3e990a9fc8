import { randomUUID } from 'node:crypto';
import { enqueue } from '../../db/queries/enqueue.js';
import {
  askedQuestion,
  bringBackQuestion,
  closeOutdatedQuestion,
  closeQuestion,
  openQuestion,
  type ShipQuestionRow,
  shipQuestion,
  withdrawQuestion,
} from '../../db/queries/ship-questions.js';
import { decide, recordOutcome } from '../beliefs/recommendations/decide.js';
import { type Context, inTransaction } from '../core/context.js';
import { invalidTransition, notFound } from '../core/errors.js';
import { readSettings } from '../core/team-settings.js';
import { takeMergeQuestion } from './queries/handovers.js';
import { recommendationState, unfinishedWorkItems } from './queries/work-item-states.js';

/** Posts the question, or redraws it once it is answered. */
export const SHIP_QUESTION = 'ship-question';

export const questionChanged = (tx: Context, questionId: string): Promise<void> =>
  enqueue(tx.db, { kind: SHIP_QUESTION, key: questionId, payload: { questionId } });

/** Withdraws a question that a change of its recommendation has answered. */
export async function closeOutdatedShipQuestion(
  tx: Context,
  recommendationId: string,
): Promise<void> {
  const open = await tx.db.row(closeOutdatedQuestion, recommendationId, tx.actor.name, tx.now);
  if (open) await questionChanged(tx, open.questionId);
}

/** Redraws the question when one of the recommendation's issues has changed. */
export async function redrawShipQuestion(tx: Context, recommendationId: string): Promise<void> {
  const open = await tx.db.row(askedQuestion, recommendationId);
  if (open) await questionChanged(tx, open.questionId);
}

interface Link {
  recommendationId: string;
  normalizedUrl: string;
}

/**
 * Handles a completed issue: asks the team, once per completion, whether the work has shipped. If the team enabled
 * automatic shipping and no other linked work item is unfinished, an accepted recommendation is shipped.
 */
export async function askWhetherShipped(
  tx: Context,
  { recommendationId, normalizedUrl }: Link,
  completedBy: string | null,
): Promise<void> {
  const { state } = (await tx.db.row(recommendationState, recommendationId)) ?? {};
  if (state !== 'open' && state !== 'accepted') return;
  if (state === 'accepted' && (await readSettings(tx.db)).autoShip) {
    const others = await tx.db.row(unfinishedWorkItems, recommendationId, normalizedUrl);
    if (others?.count === 0) return recordOutcome(tx, recommendationId, { outcome: 'shipped' });
  }
  // The merge of its pull request has already asked.
  if (await tx.db.row(takeMergeQuestion, recommendationId, normalizedUrl)) return;
  await ask(tx, { recommendationId, normalizedUrl }, completedBy);
}

/**
 * Handles the merge of an agent's pull request like the completion of its issue, which usually follows at once.
 * Only the completion itself ships a recommendation automatically. False if there is nothing to ask.
 */
export async function askAboutMerge(
  tx: Context,
  link: Link,
  mergedBy: string | null,
): Promise<boolean> {
  const { state } = (await tx.db.row(recommendationState, link.recommendationId)) ?? {};
  if (state !== 'open' && state !== 'accepted') return false;
  await ask(tx, link, mergedBy);
  return true;
}

/** Asks, unless the recommendation has an open question. */
async function ask(tx: Context, link: Link, completedBy: string | null): Promise<void> {
  const { recommendationId, normalizedUrl } = link;
  const questionId = randomUUID();
  const asked = { questionId, recommendationId, normalizedUrl, completedBy, askedAt: tx.now };
  if (await tx.db.row(openQuestion, asked)) await questionChanged(tx, questionId);
}

/** Withdraws the question when the completed issue is in progress again or gone. */
export async function withdrawShipQuestion(tx: Context, link: Link): Promise<void> {
  const { recommendationId, normalizedUrl } = link;
  const open = await tx.db.row(withdrawQuestion, recommendationId, normalizedUrl, tx.now);
  if (open) await questionChanged(tx, open.questionId);
}

/** Restores an unanswered question when its completed issue becomes visible again. */
export async function bringBackShipQuestion(tx: Context, link: Link): Promise<void> {
  const { recommendationId, normalizedUrl } = link;
  const open = await tx.db.row(bringBackQuestion, recommendationId, normalizedUrl);
  if (open) await questionChanged(tx, open.questionId);
}

/**
 * Yes: the recommendation is shipped, and accepted first if it was still open. No: it stays as it is, and the next
 * completion asks again. Throws `invalid_transition` if the question was already answered, and `not_found`.
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
  return `This has already been ${closedAs ? ANSWERS[closedAs] : 'answered'}${by}.`;
}
