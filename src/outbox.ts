import { enqueue } from '../db/queries/enqueue.js';
import { teamStatement } from '../db/statement.js';
import type { Context } from './context.js';

/** Job kinds by which the domain says what changed; surfaces (Slack) and the embeddings follow. */
export const CARD_CHANGED = 'card-changed';
/** Posts what is pending and not posted yet, in rank order. */
export const PUBLISH_CARDS = 'publish-cards';
/** Gives new quotes their vectors, where an embeddings endpoint is configured. */
export const EMBED_EVIDENCE = 'embed-evidence';

const cardsOfRecommendation = teamStatement<{ actionCardId: string }>(
  'outbox.cardsOfRecommendation',
  `select action_card_id as "actionCardId" from action_cards
    where team_id = $1 and recommendation_id = $2`,
);

/** Every message that shows this card is redrawn after the caller's transaction has committed. */
export const cardChanged = (tx: Context, actionCardId: string): Promise<void> =>
  enqueue(tx.db, { kind: CARD_CHANGED, key: actionCardId, payload: { actionCardId } });

/** Redraws every card that stands for this recommendation. */
export async function recommendationChanged(tx: Context, recommendationId: string): Promise<void> {
  for (const { actionCardId } of await tx.db.rows(cardsOfRecommendation, recommendationId)) {
    await cardChanged(tx, actionCardId);
  }
}
