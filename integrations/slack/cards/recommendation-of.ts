import { cardRow } from '../../../db/queries/card-material.js';
import type { Context } from '../../../src/core/context.js';
import { notFound } from '../../../src/core/errors.js';

/** The recommendation of a card. Throws `not_found` if it has none. */
export async function recommendationOf(ctx: Context, actionCardId: string): Promise<string> {
  const card = await ctx.db.row(cardRow, actionCardId);
  if (!card) throw notFound('action card', actionCardId);
  if (!card.recommendationId) throw notFound('recommendation for the card', actionCardId);
  return card.recommendationId;
}
