import { IsNull, MoreThan } from 'typeorm';
import { ActionCard } from '../../../db/entities/action-card.js';
import { type Context, inTransaction } from '../../core/context.js';
import { invalidTransition } from '../../core/errors.js';
import { cardChanged, noteOnCard } from '../../core/outbox.js';
import { recordHistory } from '../history/record-history.js';
import { loadCard } from './load-card.js';

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
