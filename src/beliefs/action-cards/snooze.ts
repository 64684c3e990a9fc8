import { IsNull, MoreThan } from 'typeorm';
import { ActionCard } from '../../../db/entities/action-card.js';
import { enqueue } from '../../../db/queries/enqueue.js';
import type { TeamDatabase } from '../../../db/team-database.js';
import { CARD_CHANGED, cardChanged, noteOnCard } from '../../core/announce.js';
import { type Context, inTransaction } from '../../core/context.js';
import { invalidRequest, invalidTransition, notFound } from '../../core/errors.js';
import { MAX_SNOOZE_MS } from '../../core/numbers.js';
import { recordHistory } from '../history/history.js';

/**
 * Hides a pending card for `durationMs` milliseconds, more than 0 and at most 90 days; a snoozed
 * card can be snoozed again. Throws `invalid_request`, `not_found`, and `invalid_transition` for a
 * resolved card.
 */
export async function snooze(
  ctx: Context,
  actionCardId: string,
  { durationMs }: { durationMs: number },
): Promise<void> {
  if (!(durationMs > 0 && durationMs <= MAX_SNOOZE_MS)) {
    throw invalidRequest(
      `durationMs must be more than 0 and at most ${MAX_SNOOZE_MS} (90 days); there is no way to end a snooze early.`,
    );
  }
  // A fraction of a millisecond still hides the card.
  const snoozedUntil = new Date(ctx.now.getTime() + Math.ceil(durationMs));
  await inTransaction(ctx, async (tx) => {
    const card = await loadCard(tx.db, actionCardId);
    if (card.resolvedAt) throw resolvedAlready();
    const pending = { actionCardId, resolvedAt: IsNull() };
    if ((await tx.db.update(ActionCard, pending, { snoozedUntil })) === 0) throw resolvedAlready();
    await recordHistory(tx, {
      action: 'snooze',
      subjectType: 'action_card',
      subjectId: actionCardId,
      detail: { snoozedUntil: snoozedUntil.toISOString() },
    });
    await noteOnCard(tx, actionCardId, { kind: 'snoozed', until: snoozedUntil.toISOString() });
    await cardChanged(tx, actionCardId);
    await redrawAt(tx, actionCardId, snoozedUntil);
  });
}

/**
 * One job per end of a snooze: otherwise it would be merged with today's redraw or another
 * snooze's.
 */
const redrawAt = (tx: Context, actionCardId: string, at: Date): Promise<void> =>
  enqueue(tx.db, {
    kind: CARD_CHANGED,
    key: `${actionCardId}@${at.getTime()}`,
    payload: { actionCardId },
    runAt: at,
  });

const resolvedAlready = () =>
  invalidTransition('This card is resolved, so it cannot be snoozed: only pending cards can.');

/**
 * Ends a snooze early: the undo of Snooze in Slack. Throws `not_found`, and `invalid_transition`
 * for a card that is not snoozed.
 */
export const wake = (ctx: Context, actionCardId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const card = await loadCard(tx.db, actionCardId);
    const snoozed = { actionCardId, resolvedAt: IsNull(), snoozedUntil: MoreThan(tx.now) };
    if ((await tx.db.update(ActionCard, snoozed, { snoozedUntil: null })) === 0) {
      throw invalidTransition(
        card.resolvedAt
          ? 'This card is resolved, so there is no snooze to end.'
          : 'This card is not snoozed.',
      );
    }
    await recordHistory(tx, {
      action: 'wake',
      subjectType: 'action_card',
      subjectId: actionCardId,
    });
    await noteOnCard(tx, actionCardId, { kind: 'woken' });
    await cardChanged(tx, actionCardId);
  });

/** A card of the team in any state. Throws `not_found`. */
export async function loadCard(db: TeamDatabase, actionCardId: string): Promise<ActionCard> {
  const card = await db.findOne(ActionCard, { actionCardId });
  if (!card) throw notFound('action card', actionCardId);
  return card;
}
