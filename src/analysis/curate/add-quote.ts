import { Theme } from '../../../db/entities/evidence.js';
import type { Signal } from '../../../db/entities/signal.js';
import { lockTeam } from '../../../db/queries/teams.js';
import { refreshSearchByPage } from '../../answers/search/refresh-search.js';
import { recordHistory } from '../../beliefs/history/history.js';
import { type Context, inTransaction } from '../../core/context.js';
import { invalidRequest } from '../../core/errors.js';
import { describeStudies } from '../beliefs/place-beliefs.js';
import { removeFromTopics } from '../beliefs/remove-from-topics.js';
import { beliefThemeId } from '../ids.js';
import { foundBeliefThemes, linkBeliefThemes } from '../queries/beliefs.js';
import { moveQuotes } from '../queries/curate.js';
import { freeQuote } from '../queries/likely.js';
import { takeBackRejection } from '../queries/rejected.js';
import { mergedInto } from '../queries/themes.js';
import { settleBeliefs } from '../settle-beliefs.js';
import { settleStances } from '../themes/settle-stances.js';
import { openSignal } from './merge-signals.js';
import { beliefKeyOf, entryIdOf } from './own-entry.js';
import { settleChange } from './promote-theme.js';

/**
 * Adds a quote that belongs to no belief to a signal, because a person decided that it supports the sentence. Later
 * readings do not remove it. If the quote was rejected for this signal before, the later decision holds. Throws `not_found`, `invalid_request`, `invalid_transition`.
 */
export async function addQuote(ctx: Context, signalId: string, quoteId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.db.row(lockTeam);
    const signal = await openSignal(tx, signalId);
    const quote = await tx.db.row(freeQuote, quoteId);
    if (!quote) {
      throw invalidRequest(
        `The quote ${JSON.stringify(quoteId.slice(0, 128))} does not exist or already belongs to a belief.`,
      );
    }
    const { sourceItemId, quote: words } = quote;
    await tx.db.rows(
      takeBackRejection,
      ...([quoteId, entryIdOf(signal), signalId, sourceItemId, words] as const),
    );
    const themeId = await themeFor(tx, signal, quote.studyId, quoteId);
    await tx.db.rows(linkBeliefThemes, JSON.stringify([{ signalId, themeId, place: 0 }]));
    const topics = await removeFromTopics(tx, [quoteId]);
    await tx.db.rows(moveQuotes, [quoteId], [themeId]);
    await settleStances(tx, [themeId]);
    await recordHistory(tx, {
      action: 'add_quote',
      subjectType: 'signal',
      subjectId: signalId,
      detail: { evidenceId: quoteId },
    });
    const left = [...new Set([...(quote.themeId ? [quote.themeId] : []), ...topics])];
    const { signalIds } = await settleBeliefs(tx, left);
    await settleChange(tx, {
      themeIds: [themeId, ...left],
      signalIds: [...new Set([signalId, ...signalIds])],
      studyIds: [quote.studyId],
    });
    await describeStudies(tx, [themeId]);
  });
  await refreshSearchByPage(ctx);
}

/** The theme of a signal in a study, created for this quote if there is none. */
async function themeFor(
  tx: Context,
  signal: Signal,
  studyId: string,
  foundedBy: string,
): Promise<string> {
  const key = beliefKeyOf(signal);
  const known = await tx.db.findOne(Theme, { studyId, beliefKey: key });
  if (known) return known.themeId;
  const themeId = beliefThemeId(studyId, key);
  const [merged] = await tx.db.rows(mergedInto, 'theme', [themeId]);
  if (merged) return merged.intoId;
  const { label, description } = signal;
  const theme = { themeId, studyId, label, description, foundedBy, key };
  await tx.db.rows(foundBeliefThemes, JSON.stringify([theme]));
  return themeId;
}
