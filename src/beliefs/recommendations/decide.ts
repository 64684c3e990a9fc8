import type { Decision, Outcome } from '../../../db/entities/recommendation.js';
import {
  archiveLinkedSignals,
  bringBackSignals,
  passOnSignals,
} from '../../../db/queries/recommendation-writes.js';
import { lockTeam } from '../../../db/queries/teams.js';
import { type Context, inTransaction } from '../../core/context.js';
import { emit } from '../../core/events.js';
import { returnDecided } from '../action-cards/decided-cards.js';
import { refreshSignalFacts } from '../signals/refresh-facts.js';
import { triggerOfOutcome } from './lifecycle.js';
import { loadPublished, recordChange, transition } from './transition.js';

interface DecideInput {
  decision: Decision;
  /** At most `MAX_NOTE` characters. */
  note?: string | undefined;
}

/** Accepts or dismisses an open recommendation. Throws `not_found` or `invalid_transition`. */
export const decide = (
  ctx: Context,
  recommendationId: string,
  { decision, note }: DecideInput,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await transition(tx, recommendationId, decision === 'accepted' ? 'accept' : 'dismiss', {
      decision,
      decidedAt: tx.now,
      decisionNote: note ?? null,
    });
    await recordChange(tx, recommendationId, { action: 'decide', note, detail: { decision } });
    await emit(tx, 'recommendationDecided', { recommendationId, decision, note });
  });

interface OutcomeInput {
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
