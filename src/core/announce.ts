import type { CardNote } from '../../db/entities/action-card.js';
import { addCardNote } from '../../db/queries/card-notes.js';
import { enqueue, enqueueMany } from '../../db/queries/enqueue.js';
import { teamStatement } from '../../db/statement.js';
import type { Context } from './context.js';

/** Job kinds by which the domain announces changes; Slack and the embeddings react to them. */
export const CARD_CHANGED = 'card-changed';
/** Posts pending cards that are not posted yet, in rank order. */
export const PUBLISH_CARDS = 'publish-cards';
/** Posts a note to a card's thread. */
export const CARD_NOTE = 'card-note';
/** Redraws posted answers and digests whose stored text has changed. */
export const POSTS_CHANGED = 'posts-changed';
/** Stores the rest of an import whose process ended in the middle. */
export const FINISH_IMPORT = 'finish-import';
/** Updates search data that a process left stale because it ended early. */
export const REFRESH_SEARCH = 'refresh-search';
/** Reads interviews that wait for the next day's tokens of the model. */
export const READ_LATER = 'read-later';
/** Embeds new quotes, if an embeddings endpoint is configured. */
export const EMBED_EVIDENCE = 'embed-evidence';

const cardsOfRecommendation = teamStatement<{ actionCardId: string }, [recommendationId: string]>(
  'announce.cardsOfRecommendation',
  `select action_card_id as "actionCardId" from action_cards
    where team_id = $1 and recommendation_id = $2`,
);

/** Redraws every message that shows this card, after the caller's transaction has committed. */
export const cardChanged = (tx: Context, actionCardId: string): Promise<void> =>
  enqueue(tx.db, { kind: CARD_CHANGED, key: actionCardId, payload: { actionCardId } });

/** Like `cardChanged`, for any number of cards at the cost of one. */
export const cardsChanged = (
  tx: Context,
  cards: readonly { actionCardId: string }[],
): Promise<void> =>
  enqueueMany(
    tx.db,
    CARD_CHANGED,
    cards.map(({ actionCardId }) => ({ key: actionCardId, payload: { actionCardId } })),
  );

/** Redraws every card of this recommendation. */
export const recommendationChanged = async (tx: Context, recommendationId: string): Promise<void> =>
  cardsChanged(tx, await tx.db.rows(cardsOfRecommendation, recommendationId));

/**
 * Posts a note on the actor's action to the thread of every message of this card, once and in the
 * order of the calls. A card that is in no channel has no thread, and shows its history itself once
 * it is posted.
 */
export async function noteOnCard(tx: Context, actionCardId: string, note: CardNote): Promise<void> {
  const { type, id, name } = tx.actor;
  const added = await tx.db.row(addCardNote, {
    actionCardId,
    note,
    now: tx.now,
    actorType: type,
    actorId: id,
    actorName: name,
  });
  if (added) {
    await enqueue(tx.db, { kind: CARD_NOTE, key: actionCardId, payload: { actionCardId } });
  }
}

/** Like `noteOnCard`, for every card of this recommendation. */
export async function noteOnRecommendation(
  tx: Context,
  recommendationId: string,
  note: CardNote,
): Promise<void> {
  for (const { actionCardId } of await tx.db.rows(cardsOfRecommendation, recommendationId)) {
    await noteOnCard(tx, actionCardId, note);
  }
}

/** Redraws the posted answers and digests whose stored text has changed. */
export const postsChanged = (tx: Pick<Context, 'db'>): Promise<void> =>
  enqueue(tx.db, { kind: POSTS_CHANGED, key: POSTS_CHANGED });

/** Redraws messages, since names, quotes and channels may have changed. */
export const settingsChanged = (tx: Context): Promise<void> =>
  enqueue(tx.db, { kind: PUBLISH_CARDS, key: PUBLISH_CARDS });
