import { ActionCard } from '../../../db/entities/action-card.js';
import type { TeamDatabase } from '../../../db/team-database.js';
import { notFound } from '../../core/errors.js';

/** A card of the team in any state. Throws `not_found`. */
export async function loadCard(db: TeamDatabase, actionCardId: string): Promise<ActionCard> {
  const card = await db.findOne(ActionCard, { actionCardId });
  if (!card) throw notFound('action card', actionCardId);
  return card;
}
