import { StoredCodebookEntry } from '../../../db/entities/analysis.js';
import { Theme } from '../../../db/entities/evidence.js';
import { Signal } from '../../../db/entities/signal.js';
import { interviewsOfThemes } from '../../../db/queries/analysis/signals.js';
import { assignRefs } from '../../../db/queries/snapshot/write-beliefs.js';
import { lockTeam } from '../../../db/queries/teams.js';
import { refreshSearchByPage, searchIsStale } from '../../answers/search/refresh-search.js';
import { recordHistory } from '../../beliefs/history/history.js';
import { refreshFactsOf } from '../../beliefs/signals/refresh-facts.js';
import { type Context, inTransaction } from '../../core/context.js';
import { invalidTransition, notFound } from '../../core/errors.js';
import { emit } from '../../core/events.js';
import type { Implication } from '../codebook/entry.js';
import { beliefSignalId } from '../ids.js';
import { bearsBelief, foundBeliefSignals, linkBeliefThemes } from '../queries/beliefs.js';
import { placeByPerson } from '../queries/curate.js';
import { settleStances } from '../themes/settle-stances.js';
import { ownEntry, ownEntryId } from './own-entry.js';
import { checkedSentence } from './rename.js';

/**
 * Promotes a theme to a belief: the given statement becomes a signal with a codebook entry, supported by the
 * theme's quotes. Throws `not_found`, `invalid_request`, `invalid_transition`.
 */
export async function promoteTheme(
  ctx: Context,
  themeId: string,
  sentence: string,
): Promise<{ signalId: string; refNumber: number; entryId: string }> {
  const promoted = await inTransaction(ctx, async (tx) => {
    const statement = checkedSentence(sentence);
    await tx.db.row(lockTeam);
    const theme = await tx.db.lock(Theme, { themeId });
    if (!theme) throw notFound('theme', themeId);
    if ((await tx.db.row(bearsBelief, themeId))?.bears) {
      throw invalidTransition(
        'This theme already belongs to a signal. Rename that signal instead.',
      );
    }
    const entryId = ownEntryId(themeId);
    await tx.db.insert(StoredCodebookEntry, {
      entryId,
      definition: ownEntry(entryId, statement) as object,
      updatedAt: tx.now,
    });
    await tx.db.update(
      Theme,
      { themeId },
      { label: statement, labelByPerson: true, beliefKey: entryId },
    );
    await tx.db.rows(placeByPerson, themeId);
    const signalId = await foundSignal(tx, { entryId, statement, themeId });
    await settleStances(tx, [themeId]);
    await recordHistory(tx, {
      action: 'promote',
      subjectType: 'theme',
      subjectId: themeId,
      detail: { from: theme.label, to: statement, signalId },
    });
    await settleChange(tx, {
      themeIds: [themeId],
      signalIds: [signalId],
      studyIds: [theme.studyId],
    });
    const { refNumber } = (await tx.db.findOne(Signal, { signalId })) as Signal;
    return { signalId, refNumber, entryId };
  });
  await refreshSearchByPage(ctx);
  return promoted;
}

interface SignalToFound {
  entryId: string;
  statement: string;
  themeId: string;
  description?: string;
  so?: Implication | undefined;
  /** True if a person has yet to decide about it. */
  isProposal?: boolean;
}

/** Creates a signal on a theme with a statement of a person, or of a person's agent. */
export async function foundSignal(tx: Context, founded: SignalToFound): Promise<string> {
  const { entryId, statement, themeId, description = 'Written by a person.', so } = founded;
  const signalId = beliefSignalId(entryId);
  const signal = {
    ...{ signalId, placeholder: -1, label: statement, description },
    ...{ implication: so?.title ?? null, foundedBy: themeId, key: entryId, thing: null },
  };
  await tx.db.rows(foundBeliefSignals, JSON.stringify([signal]));
  await tx.db.rows(assignRefs);
  if (!founded.isProposal) {
    await tx.db.update(Signal, { signalId }, { labelByPerson: true, keptAt: tx.now });
  }
  await tx.db.rows(linkBeliefThemes, JSON.stringify([{ signalId, themeId, place: 0 }]));
  return signalId;
}

/**
 * Updates counts and the engine after a person moved or created records. Call `refreshSearchByPage` after the
 * transaction.
 */
export async function settleChange(
  tx: Context,
  changed: { themeIds: string[]; signalIds: string[]; studyIds: string[] },
): Promise<void> {
  const interviews = await tx.db.rows(interviewsOfThemes, changed.themeIds);
  const sourceItemIds = interviews.map(({ sourceItemId }) => sourceItemId);
  await refreshFactsOf(tx, { ...changed, sourceItemIds });
  await searchIsStale(tx);
  await emit(tx, 'materialChanged', { themeIds: changed.themeIds, signalIds: changed.signalIds });
}
