import { ActionCard } from '../../db/entities/action-card.js';
import type { Context } from '../context.js';
import { commentOnWorkItems } from '../trackers/comment-on-work-items.js';
import type { Change } from './change.js';

/** Whoever built a fix hears in its issue that people still say what it was to end. */
export async function tellContradictions(tx: Context, changes: readonly Change[]): Promise<void> {
  for (const { did, type, id } of changes) {
    if (did !== 'opened' || type !== 'fix_contradicted') continue;
    const card = await tx.db.findOne(ActionCard, { actionCardId: id });
    if (!card?.recommendationId || !card.cause) continue;
    const { recommendationId, summary, cause } = card;
    await commentOnWorkItems(tx, { recommendationId, kind: 'contradiction', text: summary, cause });
  }
}
