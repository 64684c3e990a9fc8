import { randomUUID } from 'node:crypto';
import {
  bringBackQuestion,
  openQuestion,
  withdrawQuestion,
} from '../../db/queries/ship-questions.js';
import { recommendationState, unfinishedWorkItems } from '../../db/queries/work-item-states.js';
import type { Context } from '../context.js';
import { recordOutcome } from '../recommendations/record-outcome.js';
import { readSettings } from '../settings/team-settings.js';
import { questionChanged } from './settle-ship-question.js';

interface Link {
  recommendationId: string;
  normalizedUrl: string;
}

/**
 * An issue was completed: asks the team whether that means shipped, once for each completion. Where the team let
 * that happen by itself, and nothing else that is linked is at work, an accepted recommendation is shipped.
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
  const asked = [questionId, recommendationId, normalizedUrl, completedBy, tx.now];
  if (await tx.db.row(openQuestion, ...asked)) await questionChanged(tx, questionId);
}

/** What was completed is at work again, or gone: there is nothing to ask. */
export async function withdrawShipQuestion(tx: Context, link: Link): Promise<void> {
  const { recommendationId, normalizedUrl } = link;
  const open = await tx.db.row(withdrawQuestion, recommendationId, normalizedUrl, tx.now);
  if (open) await questionChanged(tx, open.questionId);
}

/** What is completed was out of sight for a while: what had been asked of it, and not answered, is asked again. */
export async function bringBackShipQuestion(tx: Context, link: Link): Promise<void> {
  const { recommendationId, normalizedUrl } = link;
  const open = await tx.db.row(bringBackQuestion, recommendationId, normalizedUrl);
  if (open) await questionChanged(tx, open.questionId);
}
