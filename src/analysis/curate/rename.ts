import { Theme } from '../../../db/entities/evidence.js';
import { Signal, SignalTheme } from '../../../db/entities/signal.js';
import { interviewsOfThemes } from '../../../db/queries/analysis/signals.js';
import { type Context, inTransaction } from '../../context.js';
import { markChanged } from '../../engine/mark-changed.js';
import { invalidRequest, notFound } from '../../errors.js';
import { recordHistory } from '../../history/record-history.js';
import { refreshSearch } from '../../search/refresh-search.js';

const LONGEST_LABEL = 200;

/** Gives a theme the name that a person chose; the service never changes it again. Throws `not_found`, `invalid_request`. */
export const renameTheme = (ctx: Context, themeId: string, label: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const named = checked(label);
    const theme = await tx.db.lock(Theme, { themeId });
    if (!theme) throw notFound('theme', themeId);
    await tx.db.update(Theme, { themeId }, { label: named, labelByPerson: true });
    await recordHistory(tx, {
      action: 'rename',
      subjectType: 'theme',
      subjectId: themeId,
      detail: { from: theme.label, to: named },
    });
    await markChanged(tx.db, { themeIds: [themeId] });
    await reindex(tx, [themeId]);
  });

/** Gives a signal the name that a person chose; the service never changes it again. Throws `not_found`, `invalid_request`. */
export const renameSignal = (ctx: Context, signalId: string, label: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const named = checked(label);
    const signal = await tx.db.lock(Signal, { signalId });
    if (!signal) throw notFound('signal', signalId);
    await tx.db.update(Signal, { signalId }, { label: named, labelByPerson: true });
    await recordHistory(tx, {
      action: 'rename',
      subjectType: 'signal',
      subjectId: signalId,
      detail: { from: signal.label, to: named },
    });
    await markChanged(tx.db, { signalIds: [signalId] });
    const links = await tx.db.find(SignalTheme, { signalId });
    await reindex(
      tx,
      links.map(({ themeId }) => themeId),
    );
  });

function checked(label: string): string {
  const named = label.trim();
  if (named === '' || named.length > LONGEST_LABEL) {
    throw invalidRequest(
      `A label must have 1 to ${LONGEST_LABEL} characters, not ${named.length}.`,
    );
  }
  return named;
}

/** Quotes are found by the names of what they stand under. */
async function reindex(tx: Context, themeIds: readonly string[]): Promise<void> {
  const interviews = await tx.db.rows(interviewsOfThemes, themeIds);
  await refreshSearch(tx, { sourceItemIds: interviews.map(({ sourceItemId }) => sourceItemId) });
}
