import {
  type ActionCardRow,
  actionCard,
  type FlatActionCardRow,
} from '../../db/queries/action-cards.js';
import type { Context } from '../context.js';
import { notFound } from '../errors.js';

/** One card in any state. Throws `not_found`. */
export async function readActionCard(ctx: Context, actionCardId: string): Promise<ActionCardRow> {
  const row = await ctx.db.row(actionCard, actionCardId);
  if (!row) throw notFound('action card', actionCardId);
  return actionCardRow(row);
}

export function actionCardRow(flat: FlatActionCardRow): ActionCardRow {
  const { displayName, email, lastContactedAt, ...card } = flat;
  const { participantId } = card;
  return {
    ...card,
    participant:
      participantId === null || displayName === null
        ? null
        : { participantId, displayName, email, lastContactedAt },
  };
}
