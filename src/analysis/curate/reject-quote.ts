import { RejectedQuote } from '../../../db/entities/codebook-entry.js';
import { lockTeam } from '../../../db/queries/teams.js';
import { refreshSearchByPage } from '../../answers/search/refresh-search.js';
import { recordHistory } from '../../beliefs/history/record-history.js';
import { type Context, inTransaction } from '../../core/context.js';
import { invalidRequest } from '../../core/errors.js';
import { beliefThemeId, SET_ASIDE } from '../ids.js';
import { foundBeliefThemes } from '../queries/beliefs.js';
import { moveQuotes } from '../queries/curate.js';
import { quoteOfSignal, takeNoSide } from '../queries/rejected.js';
import { settleBeliefs } from '../settle-beliefs.js';
import { settleStances } from '../themes/settle-stances.js';
import { openSignal } from './merge-signals.js';
import { ownEntryId, settleChange } from './promote-theme.js';

/**
 * Takes a quote out of a signal on a person's decision: it does not support the sentence. The quote goes to its
 * study's theme "Set aside", and no later reading counts it for this belief again; the belief's entry keeps it as
 * an example of what does not count. Repeated, it changes nothing. Throws `not_found`, `invalid_request`,
 * `invalid_transition`.
 */
export async function rejectQuote(
  ctx: Context,
  signalId: string,
  evidenceId: string,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.db.row(lockTeam);
    if (await tx.db.findOne(RejectedQuote, { signalId, quoteId: evidenceId })) return;
    const { refNumber } = await openSignal(tx, signalId);
    const quote = await tx.db.row(quoteOfSignal, signalId, evidenceId);
    if (!quote)
      throw invalidRequest(`SIG-${refNumber} has no quote ${JSON.stringify(evidenceId)}.`);
    const entryId = quote.entryId ?? ownEntryId(signalId);
    await keepRejection(tx, { ...quote, entryId, signalId, quoteId: evidenceId });
    const asideId = await setAside(tx, quote.studyId, evidenceId);
    await recordHistory(tx, {
      action: 'reject_quote',
      subjectType: 'signal',
      subjectId: signalId,
      detail: { evidenceId, entryId },
    });
    const { signalIds } = await settleBeliefs(tx, [quote.themeId]);
    await settleChange(tx, {
      themeIds: [quote.themeId, asideId],
      signalIds: [...new Set([signalId, ...signalIds])],
      studyIds: [quote.studyId],
    });
  });
  await refreshSearchByPage(ctx);
}

/** Remembers that a quote does not support an entry's sentence. */
export const keepRejection = (
  tx: Context,
  { entryId, quoteId, signalId, sourceItemId, quote }: Omit<RejectedQuote, 'teamId' | 'rejectedAt'>,
): Promise<void> =>
  tx.db.insert(RejectedQuote, {
    ...{ entryId, quoteId, signalId, sourceItemId, quote },
    rejectedAt: tx.now,
  });

/** Moves a quote to the theme of its study for quotes that people took out of beliefs; returns the theme. */
async function setAside(tx: Context, studyId: string, evidenceId: string): Promise<string> {
  const theme = {
    ...{ themeId: beliefThemeId(studyId, SET_ASIDE), studyId, key: SET_ASIDE },
    ...{ label: 'Set aside', foundedBy: evidenceId },
    description: 'Quotes that people took out of a belief, because they do not support it.',
  };
  await tx.db.rows(foundBeliefThemes, JSON.stringify([theme]));
  await tx.db.rows(moveQuotes, [evidenceId], [theme.themeId]);
  await tx.db.rows(takeNoSide, evidenceId);
  await settleStances(tx, [theme.themeId]);
  return theme.themeId;
}
