import { Signal } from '../../../db/entities/signal.js';
import { moveLinksOfSignal, recordMerge } from '../../../db/queries/analysis/curate.js';
import { interviewsOfThemes } from '../../../db/queries/analysis/signals.js';
import { lockTeam } from '../../../db/queries/teams.js';
import { type Context, inTransaction } from '../../context.js';
import { markChanged } from '../../engine/mark-changed.js';
import { invalidRequest, invalidTransition, notFound } from '../../errors.js';
import { recordHistory } from '../../history/record-history.js';
import { refreshSearch } from '../../search/refresh-search.js';
import { refreshFactsOf } from '../../signals/refresh-facts.js';

/**
 * Makes two signals one: the themes of `signalId` go to `intoId`, and it is kept, retired, as a record. What would
 * found it again joins the other from now on. Throws `not_found`, `invalid_request`, `invalid_transition`.
 */
export const mergeSignals = (ctx: Context, signalId: string, intoId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    if (signalId === intoId) throw invalidRequest('A signal cannot be merged into itself.');
    await tx.db.row(lockTeam);
    await open(tx, signalId);
    await open(tx, intoId);
    const moved = await tx.db.rows(moveLinksOfSignal, signalId, intoId);
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
    const themeIds = moved.map(({ themeId }) => themeId);
    const interviews = await tx.db.rows(interviewsOfThemes, themeIds);
    await refreshSearch(tx, { sourceItemIds: interviews.map(({ sourceItemId }) => sourceItemId) });
    await markChanged(tx.db, { signalIds });
  });

/** Closes a signal by a person's word; it is kept as a record. Throws `not_found`, `invalid_transition`. */
export const retireSignal = (ctx: Context, signalId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await tx.db.row(lockTeam);
    await open(tx, signalId);
    await archive(tx, signalId);
    await recordHistory(tx, { action: 'retire', subjectType: 'signal', subjectId: signalId });
    await refreshFactsOf(tx, { signalIds: [signalId] });
    await markChanged(tx.db, { signalIds: [signalId] });
  });

async function open(tx: Context, signalId: string): Promise<void> {
  const signal = await tx.db.lock(Signal, { signalId });
  if (!signal) throw notFound('signal', signalId);
  if (signal.archived) {
    throw invalidTransition(
      `SIG-${signal.refNumber} is archived (${signal.archiveReason}): only a signal that is open can be merged or retired.`,
    );
  }
}

const archive = (tx: Context, signalId: string): Promise<number> =>
  tx.db.update(
    Signal,
    { signalId },
    { archived: true, archiveReason: 'retired', archivedAt: tx.now },
  );
