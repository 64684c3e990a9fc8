import { Signal } from '../../../db/entities/signal.js';
import { lockTeam } from '../../../db/queries/teams.js';
import { refreshSearchByPage, searchIsStale } from '../../answers/search/refresh-search.js';
import { recordHistory } from '../../beliefs/history/history.js';
import { refreshFactsOf } from '../../beliefs/signals/refresh-facts.js';
import { type Context, inTransaction } from '../../core/context.js';
import { invalidRequest } from '../../core/errors.js';
import { emit } from '../../core/events.js';
import { moveLinksOfSignal, recordMerge } from '../queries/curate.js';
import { openSignal } from './open-signal.js';
import { MOST_QUESTIONS, together } from './questions.js';

/**
 * Merges two signals: the themes and questions of `signalId` move to `intoId`, and `signalId` is retired but kept as a record.
 * Later evidence for it goes to `intoId`. Throws `not_found`, `invalid_request`, `invalid_transition`.
 */
export async function mergeSignals(ctx: Context, signalId: string, intoId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (signalId === intoId) throw invalidRequest('A signal cannot be merged into itself.');
    await tx.db.row(lockTeam);
    const { questions } = await openSignal(tx, signalId);
    const into = await openSignal(tx, intoId);
    await tx.db.rows(moveLinksOfSignal, signalId, intoId);
    if (questions.length > 0) {
      const both = together(into.questions, questions).slice(0, MOST_QUESTIONS);
      await tx.db.update(Signal, { signalId: intoId }, { questions: both });
      // archived beliefs are found by their questions, too
      await tx.db.update(Signal, { signalId }, { questions: [] });
    }
    await tx.db.rows(recordMerge, 'signal', signalId, intoId, tx.now);
    await archive(tx, signalId);
    await recordHistory(tx, {
      action: 'merge',
      subjectType: 'signal',
      subjectId: signalId,
      detail: { into: intoId },
    });
    const signalIds = [signalId, intoId];
    await refreshFactsOf(tx, { signalIds });
    await emit(tx, 'materialChanged', { signalIds });
    await searchIsStale(tx);
  });
  await refreshSearchByPage(ctx);
}

/**
 * Protects a signal on a person's decision: the service never deletes it. Idempotent. Throws `not_found`,
 * `invalid_transition`.
 */
export const keepSignal = (ctx: Context, signalId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await tx.db.row(lockTeam);
    const { keptAt } = await openSignal(tx, signalId);
    if (keptAt) return;
    await tx.db.update(Signal, { signalId }, { keptAt: tx.now });
    await recordHistory(tx, { action: 'keep', subjectType: 'signal', subjectId: signalId });
  });

/** Retires a signal on a person's decision; it is kept as a record. Throws `not_found`, `invalid_transition`. */
export const retireSignal = (ctx: Context, signalId: string, note?: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await tx.db.row(lockTeam);
    await openSignal(tx, signalId);
    await archive(tx, signalId);
    await recordHistory(tx, {
      action: 'retire',
      subjectType: 'signal',
      subjectId: signalId,
      ...(note && { note }),
    });
    await refreshFactsOf(tx, { signalIds: [signalId] });
    await emit(tx, 'materialChanged', { signalIds: [signalId] });
  });

const archive = (tx: Context, signalId: string): Promise<number> =>
  tx.db.update(
    Signal,
    { signalId },
    { archived: true, archiveReason: 'retired', archivedAt: tx.now },
  );
