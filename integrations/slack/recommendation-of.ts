import { cardRow } from '../../db/queries/card-material.js';
import type { Context } from '../../src/context.js';
import { notFound } from '../../src/errors.js';

/** The recommendation that a card stands for. Throws `not_found` where there is none. */
export async function recommendationOf(ctx: Context, actionCardId: string): Promise<string> {
  const card = await ctx.db.row(cardRow, actionCardId);
  if (!card) throw notFound('action card', actionCardId);
  if (!card.recommendationId) throw notFound('recommendation for the card', actionCardId);
  return card.recommendationId;
}
