import { asEngine } from '../../core/as-engine.js';
import type { Context } from '../../core/context.js';
import { cardsChanged } from '../../core/outbox.js';
import { recordHistory } from '../history/record-history.js';
import { resolveDecidedCards, returnDecidedCards } from '../queries/decided-cards.js';

/**
 * Resolves the cards that ask for a decision once it is made, imported cards too. The decision
 * itself is posted to their threads, so nothing more is posted there. Null: cards of every
 * recommendation.
 */
export async function resolveDecided(
  tx: Context,
  recommendationIds: readonly string[] | null,
): Promise<{ actionCardId: string; summary: string }[]> {
  if (recommendationIds?.length === 0) return [];
  const cards = await tx.db.rows(resolveDecidedCards, recommendationIds, tx.now);
  for (const { actionCardId } of cards) {
    await recordHistory(asEngine(tx), {
      action: 'resolve',
      subjectType: 'action_card',
      subjectId: actionCardId,
      detail: { resolution: 'followed', cause: 'decided' },
    });
  }
  await cardsChanged(tx, cards);
  return cards;
}

/** When a recommendation is reopened, restores the cards that its decision had resolved. */
export async function returnDecided(tx: Context, recommendationId: string): Promise<void> {
  const cards = await tx.db.rows(returnDecidedCards, recommendationId);
  for (const { actionCardId } of cards) {
    await recordHistory(asEngine(tx), {
      action: 'bring_back',
      subjectType: 'action_card',
      subjectId: actionCardId,
      detail: { cause: 'reopened' },
    });
  }
  await cardsChanged(tx, cards);
}
