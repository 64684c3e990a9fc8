import { bringBackSignals, passOnSignals } from '../../../db/queries/recommendation-writes.js';
import { lockTeam } from '../../../db/queries/teams.js';
import { type Context, inTransaction } from '../../core/context.js';
import { emit } from '../../core/events.js';
import { returnDecided } from '../action-cards/decided-cards.js';
import { refreshSignalFacts } from '../signals/refresh-facts.js';
import { loadPublished, recordChange, transition } from './transition.js';

/**
 * Reopens a decided recommendation: decision and outcome are cleared, and the signals that its
 * validated outcome archived are restored unless another validated recommendation holds them.
 * Throws `not_found` or `invalid_transition`.
 */
export const reopen = (
  ctx: Context,
  recommendationId: string,
  { note }: { note?: string | undefined },
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { state } = await loadPublished(tx.db, recommendationId);
    if (state === 'archived') await tx.db.row(lockTeam);
    const before = await transition(tx, recommendationId, 'reopen', {
      decision: null,
      decidedAt: null,
      decisionNote: null,
      outcome: null,
      outcomeAt: null,
      outcomeNote: null,
      reopenedAt: tx.now,
    });
    const returnedSignalIds =
      before.state === 'archived' ? await returnSignals(tx, recommendationId) : [];
    await recordChange(tx, recommendationId, {
      action: 'reopen',
      note,
      detail: { from: before.state, returnedSignalIds },
    });
    await returnDecided(tx, recommendationId);
    await emit(tx, 'recommendationReopened', { recommendationId, returnedSignalIds });
  });

async function returnSignals(tx: Context, recommendationId: string): Promise<string[]> {
  await tx.db.rows(passOnSignals, recommendationId);
  const returned = await tx.db.rows(bringBackSignals, recommendationId);
  const signalIds = returned.map(({ signalId }) => signalId).toSorted();
  await refreshSignalFacts(tx, signalIds);
  return signalIds;
}
