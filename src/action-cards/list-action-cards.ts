import type { ActionCardType } from '../../db/entities/action-card.js';
import {
  type ActionCardRow,
  countActionCardsListed,
  listActionCards as listed,
  type QueuePosition,
} from '../../db/queries/action-cards.js';
import { read } from '../../db/team-database.js';
import type { Context } from '../context.js';
import { type Page, pageOf } from '../page.js';
import { actionCardRow } from './action-card-row.js';

export interface ListActionCards {
  type?: ActionCardType;
  limit: number;
  after?: QueuePosition;
}

/** The queue: pending cards that no snooze hides, in the order of api.md 4.13 and decisions.md. */
export async function listActionCards(
  ctx: Context,
  { type, limit, after }: ListActionCards,
): Promise<Page<ActionCardRow, QueuePosition>> {
  const [rows, [count]] = await ctx.db.together(
    read(
      listed({ type: type !== undefined, after: after !== undefined }),
      ctx.now,
      type ?? null,
      limit + 1,
      ...(after ? [after.priority, after.urgency, after.createdAt, after.actionCardId] : []),
    ),
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
