import type { Outcome } from '../../../db/entities/recommendation.js';
import { archiveLinkedSignals } from '../../../db/queries/recommendation-writes.js';
import { lockTeam } from '../../../db/queries/teams.js';
import { type Context, inTransaction } from '../../core/context.js';
import { emit } from '../../core/events.js';
import { refreshSignalFacts } from '../signals/refresh-facts.js';
import { triggerOfOutcome } from './lifecycle.js';
import { recordChange, transition } from './transition.js';

export interface OutcomeInput {
  outcome: Outcome;
  /** At most `MAX_NOTE` characters. */
  note?: string | undefined;
}

/**
 * Records the outcome of an accepted recommendation. `validated` archives its signals with it, in
 * the same transaction. Throws `not_found` or `invalid_transition`.
 */
export const recordOutcome = (
  ctx: Context,
  recommendationId: string,
  { outcome, note }: OutcomeInput,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const archives = outcome === 'validated';
    if (archives) await tx.db.row(lockTeam);
    await transition(tx, recommendationId, triggerOfOutcome[outcome], {
      outcome,
      outcomeAt: tx.now,
      outcomeNote: note ?? null,
    });
    const archivedSignalIds = archives ? await archiveSignals(tx, recommendationId) : [];
    await recordChange(tx, recommendationId, {
      action: 'record_outcome',
      note,
      detail: { outcome, ...(archives && { archivedSignalIds }) },
    });
    await emit(tx, 'outcomeRecorded', { recommendationId, outcome, note, archivedSignalIds });
  });

async function archiveSignals(tx: Context, recommendationId: string): Promise<string[]> {
  const archived = await tx.db.rows(archiveLinkedSignals, recommendationId, tx.now);
  const signalIds = archived.map(({ signalId }) => signalId).toSorted();
  await refreshSignalFacts(tx, signalIds);
  return signalIds;
}
