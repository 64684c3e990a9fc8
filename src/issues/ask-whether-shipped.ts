import { randomUUID } from 'node:crypto';
import {
  bringBackQuestion,
  openQuestion,
  withdrawQuestion,
} from '../../db/queries/ship-questions.js';
import { recordOutcome } from '../beliefs/recommendations/record-outcome.js';
import type { Context } from '../core/context.js';
import { readSettings } from '../core/team-settings.js';
import { recommendationState, unfinishedWorkItems } from './queries/work-item-states.js';
import { questionChanged } from './settle-ship-question.js';

interface Link {
  recommendationId: string;
  normalizedUrl: string;
}

/**
 * Handles a completed issue: asks the team whether that means shipped, once per completion. If the
 * team enabled automatic shipping, and no other linked work item is unfinished, an accepted
 * recommendation is shipped.
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
  const questionId = randomUUID();
  const asked = { questionId, recommendationId, normalizedUrl, completedBy, askedAt: tx.now };
  if (await tx.db.row(openQuestion, asked)) await questionChanged(tx, questionId);
}

/** Withdraws the question when the completed issue is at work again, or gone. */
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
