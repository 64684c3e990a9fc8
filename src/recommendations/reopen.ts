import { bringBackSignals, passOnSignals } from '../../db/queries/recommendation-writes.js';
import { lockTeam } from '../../db/queries/teams.js';
import { type Context, inTransaction } from '../context.js';
import { closeGone } from '../engine/close-gone.js';
import { refreshSignalFacts } from '../signals/refresh-facts.js';
import { loadPublished, recordChange, transition } from './transition.js';

/**
 * Opens a decided recommendation again: decision and outcome are cleared, and the signals that its
 * validated outcome archived come back unless another validated recommendation holds them
 * (decisions.md, lifecycle). Throws `not_found` or `invalid_transition`.
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
    await closeGone(tx, { recommendationIds: [recommendationId], signalIds: returnedSignalIds });
  });

async function returnSignals(tx: Context, recommendationId: string): Promise<string[]> {
  await tx.db.rows(passOnSignals, recommendationId);
  const returned = await tx.db.rows(bringBackSignals, recommendationId);
  const signalIds = returned.map(({ signalId }) => signalId).toSorted();
  await refreshSignalFacts(tx, signalIds);
  return signalIds;
}
