import { Theme } from '../../../db/entities/evidence.js';
import { lockTeam } from '../../../db/queries/teams.js';
import { refreshSearchByPage, searchIsStale } from '../../answers/search/refresh-search.js';
import { recordHistory } from '../../beliefs/history/history.js';
import { refreshFactsOf } from '../../beliefs/signals/refresh-facts.js';
import { type Context, inTransaction } from '../../core/context.js';
import { invalidRequest, notFound } from '../../core/errors.js';
import { emit } from '../../core/events.js';
import {
  moveEvidence,
  moveLinksOfTheme,
  moveMentionsOfTheme,
  recordMerge,
} from '../queries/curate.js';
import { settleStances } from '../themes/settle-stances.js';

/**
 * Merges two themes of a study: quotes, links and mentions of `themeId` move to `intoId`, which keeps its name.
 * Later evidence for `themeId` goes to `intoId`. Throws `not_found`, `invalid_request`.
 */
export async function mergeThemes(ctx: Context, themeId: string, intoId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (themeId === intoId) throw invalidRequest('A theme cannot be merged into itself.');
    await tx.db.row(lockTeam);
    const theme = await tx.db.lock(Theme, { themeId });
    if (!theme) throw notFound('theme', themeId);
    const into = await tx.db.lock(Theme, { themeId: intoId });
    if (!into) throw notFound('theme', intoId);
    if (theme.studyId !== into.studyId) {
      throw invalidRequest(
        'Themes of two studies cannot be merged: merge the signals that they belong to.',
      );
    }
    const interviews = await tx.db.rows(moveEvidence, themeId, intoId);
    const signals = await tx.db.rows(moveLinksOfTheme, themeId, intoId);
    await tx.db.rows(moveMentionsOfTheme, themeId, intoId);
    await tx.db.delete(Theme, { themeId });
    await tx.db.rows(recordMerge, 'theme', themeId, intoId, tx.now);
    await settleStances(tx, [intoId]);
    await recordHistory(tx, {
      action: 'merge',
      subjectType: 'theme',
      subjectId: themeId,
      detail: { into: intoId, label: theme.label },
    });
    const sourceItemIds = [...new Set(interviews.map(({ sourceItemId }) => sourceItemId))];
    const signalIds = [...new Set(signals.map(({ signalId }) => signalId))];
    const changed = {
      themeIds: [themeId, intoId],
      signalIds,
      studyIds: [theme.studyId],
      sourceItemIds,
    };
    await refreshFactsOf(tx, changed);
    await searchIsStale(tx);
    await emit(tx, 'materialChanged', changed);
  });
  await refreshSearchByPage(ctx);
}
