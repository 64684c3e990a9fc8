import { IsNull, Not } from 'typeorm';
import { ActionCard } from '../../db/entities/action-card.js';
import { type Context, inTransaction } from '../context.js';
import { invalidTransition } from '../errors.js';
import { recordHistory } from '../history/record-history.js';
import { cardChanged, noteOnCard } from '../outbox.js';
import { loadCard } from './load-card.js';

/**
 * Makes a resolved card pending again: the undo of Resolve in Slack. A contact that was stamped stays, for it
 * took place. Throws `not_found`, and `invalid_transition` for a card that is pending, or whose cause another
 * pending card has taken up.
 */
export const bringBack = (ctx: Context, actionCardId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { cause } = await loadCard(tx.db, actionCardId);
    const rival = { cause: cause ?? '', resolvedAt: IsNull() };
    if (cause !== null && (await tx.db.findOne(ActionCard, rival))) {
      throw invalidTransition('A newer card about the same thing is pending already.');
    }
    const resolved = { actionCardId, resolvedAt: Not(IsNull()) };
    const pending = { resolvedAt: null, resolution: null, snoozedUntil: null };
    if ((await tx.db.update(ActionCard, resolved, pending)) === 0) {
      throw invalidTransition('This card is pending already.');
    }
    await recordHistory(tx, {
      action: 'bring_back',
      subjectType: 'action_card',
      subjectId: actionCardId,
    });
    await noteOnCard(tx, actionCardId, { kind: 'brought_back' });
    await cardChanged(tx, actionCardId);
  });
