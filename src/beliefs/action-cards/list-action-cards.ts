import type { ActionCardType } from '../../../db/entities/action-card.js';
import {
  type ActionCardRow,
  countActionCardsListed,
  type FlatActionCardRow,
  listActionCards as listed,
  type QueuePosition,
} from '../../../db/queries/action-cards.js';
import { read } from '../../../db/team-database.js';
import type { Context } from '../../core/context.js';
import { type Page, pageOf } from '../../core/page.js';

interface ListActionCards {
  type?: ActionCardType;
  limit: number;
  after?: QueuePosition;
}

/**
 * The queue: pending cards that are not snoozed, in the order of docs/reference.md, Action cards.
 */
export async function listActionCards(
  ctx: Context,
  { type, limit, after }: ListActionCards,
): Promise<Page<ActionCardRow, QueuePosition>> {
  const [rows, [count]] = await ctx.db.together(
    read(listed({ type: type !== undefined, after: after !== undefined }), {
      now: ctx.now,
      type,
      limit: limit + 1,
      ...after,
    }),
    read(countActionCardsListed({ type: type !== undefined }), ctx.now, type ?? null),
  );
  return pageOf(rows.map(actionCardRow), limit, positionOf, count?.total);
}

const positionOf = ({ priority, urgency, createdAt, actionCardId }: ActionCardRow) => ({
  priority,
  urgency,
  createdAt,
  actionCardId,
});

/**
 * Moves the participant's columns into a participant, in place: copying rows of so many columns
 * took longer than serializing the page.
 */
function actionCardRow(flat: FlatActionCardRow): ActionCardRow {
  const { participantId, displayName, email, lastContactedAt } = flat;
  const participant =
    participantId === null || displayName === null
      ? null
      : { participantId, displayName, email, lastContactedAt };
  return Object.assign(flat, { participant });
}
