import { IsNull, Not } from 'typeorm';
import { ActionCard, type Resolution } from '../../../db/entities/action-card.js';
import { Recommendation } from '../../../db/entities/recommendation.js';
import { Participant } from '../../../db/entities/study.js';
import { cardChanged, noteOnCard } from '../../core/announce.js';
import { type Context, inTransaction } from '../../core/context.js';
import { invalidTransition } from '../../core/errors.js';
import { recordHistory } from '../history/history.js';
import { loadCard } from './snooze.js';

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

/**
 * Makes a resolved card pending again: the undo of Resolve in Slack. A stamped contact stays,
 * because it took place. Throws `not_found`, and `invalid_transition` for a card that is pending,
 * whose cause another pending card has taken up, or whose recommendation is decided.
 */
export const bringBack = (ctx: Context, actionCardId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const card = await loadCard(tx.db, actionCardId);
    await refuseIfDecided(tx, card);
    const { cause } = card;
    const rival = { cause: cause ?? '', resolvedAt: IsNull() };
    if (cause !== null && (await tx.db.findOne(ActionCard, rival))) {
      throw invalidTransition('A newer card about the same thing is already pending.');
    }
    const resolved = { actionCardId, resolvedAt: Not(IsNull()) };
    const pending = { resolvedAt: null, resolution: null, snoozedUntil: null };
    if ((await tx.db.update(ActionCard, resolved, pending)) === 0) {
      throw invalidTransition('This card is already pending.');
    }
    await recordHistory(tx, {
      action: 'bring_back',
      subjectType: 'action_card',
      subjectId: actionCardId,
    });
    await noteOnCard(tx, actionCardId, { kind: 'brought_back' });
    await cardChanged(tx, actionCardId);
  });

/** The lock makes a concurrent decision wait, or makes its result visible here. */
async function refuseIfDecided(
  tx: Context,
  { type, recommendationId }: Pick<ActionCard, 'type' | 'recommendationId'>,
): Promise<void> {
  if (type !== 'new_recommendation' || !recommendationId) return;
  const recommendation = await tx.db.lock(Recommendation, { recommendationId });
  if (!recommendation || recommendation.state === 'open') return;
  throw invalidTransition(
    'Its recommendation has been decided. Reopen the recommendation to bring the card back.',
  );
}
