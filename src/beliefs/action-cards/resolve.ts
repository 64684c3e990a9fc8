import { IsNull } from 'typeorm';
import { ActionCard, type Resolution } from '../../../db/entities/action-card.js';
import { Participant } from '../../../db/entities/study.js';
import { type Context, inTransaction } from '../../core/context.js';
import { invalidTransition } from '../../core/errors.js';
import { cardChanged, noteOnCard } from '../../core/outbox.js';
import { recordHistory } from '../history/record-history.js';
import { loadCard } from './load-card.js';

/**
 * Resolves a pending card; `contacted` stamps the participant's last contact first. `changed` is
 * false if it was resolved already: then nothing happens, whatever the action. Throws `not_found`,
 * and `invalid_transition` for `contacted` on a card that is not a live call.
 */
export const resolve = (
  ctx: Context,
  actionCardId: string,
  { action }: { action: Resolution },
): Promise<{ changed: boolean }> =>
  inTransaction(ctx, async (tx) => {
    const card = await loadCard(tx.db, actionCardId);
    if (card.resolvedAt) return { changed: false };
    if (action === 'contacted' && card.type !== 'live_call') {
      throw invalidTransition(
        `This is a pending ${card.type} card, and only a live_call card can be resolved as contacted. Allowed now: followed, dismissed.`,
      );
    }
    const changes = { resolvedAt: tx.now, resolution: action };
    const pending = { actionCardId, resolvedAt: IsNull() };
    if ((await tx.db.update(ActionCard, pending, changes)) === 0) return { changed: false };
    if (action === 'contacted' && card.participantId) {
      const { participantId } = card;
      await tx.db.update(Participant, { participantId }, { lastContactedAt: tx.now });
    }
    await recordHistory(tx, {
      action: 'resolve',
      subjectType: 'action_card',
      subjectId: actionCardId,
      detail: { resolution: action },
    });
    await noteOnCard(tx, actionCardId, { kind: 'resolved', resolution: action });
    await cardChanged(tx, actionCardId);
    return { changed: true };
  });
