import { teamStatement } from '../../../db/statement.js';
import { cardsChanged } from '../../core/announce.js';
import { asEngine, type Context } from '../../core/context.js';
import { recordHistory } from '../history/history.js';

/**
 * Resolves the cards that ask for a decision once it is made, including imported cards. The decision itself is posted
 * to their threads, so nothing more is posted there. Null: cards of every recommendation.
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

/**
 * Resolves, at `$3`, the pending cards that ask for a decision on the recommendations `$2` (null:
 * on any) if it has been made.
 */
const resolveDecidedCards = teamStatement<
  { actionCardId: string; summary: string },
  [recommendationIds: readonly string[] | null, now: Date]
>(
  'decidedCards.resolve',
  `update action_cards c set resolved_at = $3, resolution = 'followed'
     from recommendations r
    where c.team_id = $1 and c.type = 'new_recommendation' and c.resolved_at is null
      and ($2::text[] is null or c.recommendation_id = any ($2))
      and r.team_id = $1 and r.recommendation_id = c.recommendation_id and r.state <> 'open'
   returning c.action_card_id as "actionCardId", c.summary`,
);

/**
 * Makes the cards of recommendation `$2` pending again that were resolved by its decision, not by a
 * person.
 */
const returnDecidedCards = teamStatement<{ actionCardId: string }, [recommendationId: string]>(
  'decidedCards.return',
  `update action_cards c set resolved_at = null, resolution = null, snoozed_until = null
    where c.team_id = $1 and c.recommendation_id = $2 and c.type = 'new_recommendation'
      and c.resolved_at is not null
      and (select h.detail ->> 'cause' from history h
            where h.team_id = $1 and h.subject_type = 'action_card' and h.subject_id = c.action_card_id
              and h.action in ('resolve', 'bring_back')
            order by h.entry_id desc limit 1) = 'decided'
   returning c.action_card_id as "actionCardId"`,
);
