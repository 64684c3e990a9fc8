import { StoredCodebookEntry } from '../../../db/entities/analysis.js';
import { Signal } from '../../../db/entities/signal.js';
import { lockTeam } from '../../../db/queries/teams.js';
import { refreshSearchByPage } from '../../answers/search/refresh-search.js';
import { recordHistory } from '../../beliefs/history/history.js';
import { type Context, inTransaction } from '../../core/context.js';
import { invalidRequest } from '../../core/errors.js';
import { describeStudies } from '../beliefs/place-beliefs.js';
import { beliefThemeId } from '../ids.js';
import { foundBeliefThemes, linkBeliefThemes, quotesOfSignal } from '../queries/beliefs.js';
import { moveQuotes } from '../queries/curate.js';
import { openSignal } from './open-signal.js';
import { ownEntry, ownEntryId } from './own-entry.js';
import { foundSignal, settleChange } from './promote-theme.js';
import { checkedSentence } from './rename.js';

/**
 * Moves quotes from a signal into a separate belief; later readings leave them there. Throws `not_found`,
 * `invalid_request`, `invalid_transition`.
 */
export async function splitSignal(
  ctx: Context,
  signalId: string,
  { sentence, evidenceIds }: { sentence: string; evidenceIds: readonly string[] },
): Promise<{ signalId: string; refNumber: number }> {
  const split = await inTransaction(ctx, async (tx) => {
    const statement = checkedSentence(sentence);
    await tx.db.row(lockTeam);
    await openSignal(tx, signalId);
    const all = await tx.db.rows(quotesOfSignal, signalId);
    const quotes = all.filter(({ evidenceId }) => evidenceIds.includes(evidenceId));
    const missing = evidenceIds.filter((id) => !quotes.some(({ evidenceId }) => evidenceId === id));
    if (missing.length > 0) throw invalidRequest(`This signal has no quote ${missing.join(', ')}.`);
    if (quotes.length === 0 || quotes.length === all.length) {
      throw invalidRequest('Name some of the quotes of the signal, not all of them.');
    }
    const entryId = ownEntryId(JSON.stringify([signalId, [...evidenceIds].sort()]));
    const definition = ownEntry(entryId, statement) as object;
    await tx.db.insert(StoredCodebookEntry, { entryId, definition, updatedAt: tx.now });
    const studyIds = [...new Set(quotes.map(({ studyId }) => studyId))].sort();
    const themes = studyIds.map((studyId) => ({
      ...{ themeId: beliefThemeId(studyId, entryId), studyId, label: statement, key: entryId },
      description: 'Written by a person.',
      foundedBy: quotes.find((quote) => quote.studyId === studyId)?.evidenceId,
    }));
    await tx.db.rows(foundBeliefThemes, JSON.stringify(themes));
    const themeIds = themes.map(({ themeId }) => themeId);
    const own = await foundSignal(tx, { entryId, statement, themeId: themeIds[0] as string });
    const links = themeIds.map((themeId, place) => ({ signalId: own, themeId, place }));
    await tx.db.rows(linkBeliefThemes, JSON.stringify(links));
    await tx.db.rows(
      moveQuotes,
      quotes.map(({ evidenceId }) => evidenceId),
      quotes.map(({ studyId }) => beliefThemeId(studyId, entryId)),
    );
    await recordHistory(tx, {
      action: 'split',
      subjectType: 'signal',
      subjectId: signalId,
      detail: { into: own, label: statement, quotes: quotes.length },
    });
    const left = [...new Set(quotes.map(({ themeId }) => themeId))];
    const changed = { themeIds: [...themeIds, ...left], signalIds: [signalId, own], studyIds };
    await settleChange(tx, changed);
    await describeStudies(tx, changed.themeIds);
    const { refNumber } = (await tx.db.findOne(Signal, { signalId: own })) as Signal;
    return { signalId: own, refNumber };
  });
  await refreshSearchByPage(ctx);
  return split;
}
