import { RejectedQuote } from '../../../db/entities/analysis.js';
import { SET_ASIDE } from '../../../db/queries/set-aside.js';
import { lockTeam } from '../../../db/queries/teams.js';
import { refreshSearchByPage } from '../../answers/search/refresh-search.js';
import { recordHistory } from '../../beliefs/history/history.js';
import { type Context, inTransaction } from '../../core/context.js';
import { invalidRequest } from '../../core/errors.js';
import { beliefThemeId } from '../ids.js';
import { foundBeliefThemes } from '../queries/beliefs.js';
import { moveQuotes } from '../queries/curate.js';
import { freeQuote } from '../queries/likely.js';
import { quoteOfSignal, takeNoSide } from '../queries/rejected.js';
import { settleBeliefs } from '../settle-beliefs.js';
import { settleStances } from '../themes/settle-stances.js';
import { openSignal } from './open-signal.js';
import { entryIdOf } from './own-entry.js';
import { settleChange } from './promote-theme.js';

/**
 * Records a person's decision that a quote does not support a signal's sentence. A quote of the signal moves to its
 * study's theme "Set aside". Later readings do not count the quote for this belief, it is not proposed for it, and
 * the belief's entry keeps it as an example of what does not count. Idempotent. Throws `not_found`,
 * `invalid_request`, `invalid_transition`.
 */
export async function rejectQuote(ctx: Context, signalId: string, quoteId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.db.row(lockTeam);
    const own = await tx.db.row(quoteOfSignal, signalId, quoteId);
    if (!own && (await tx.db.findOne(RejectedQuote, { signalId, quoteId }))) return;
    const signal = await openSignal(tx, signalId);
    const said = own ?? (await tx.db.row(freeQuote, quoteId));
    if (!said) {
      throw invalidRequest(
        `SIG-${signal.refNumber} has no quote ${JSON.stringify(quoteId.slice(0, 128))}.`,
      );
    }
    const { sourceItemId, quote } = said;
    const entryId = own?.entryId ?? entryIdOf(signal);
    if (!(await tx.db.findOne(RejectedQuote, { entryId, quoteId }))) {
      const rejected = { entryId, quoteId, signalId, sourceItemId, quote };
      await tx.db.insert(RejectedQuote, { ...rejected, rejectedAt: tx.now });
    }
    await recordHistory(tx, {
      action: 'reject_quote',
      subjectType: 'signal',
      subjectId: signalId,
      detail: { evidenceId: quoteId, entryId },
    });
    if (own) await takeOut(tx, signalId, quoteId, own);
  });
  await refreshSearchByPage(ctx);
}

async function takeOut(
  tx: Context,
  signalId: string,
  quoteId: string,
  { themeId, studyId }: { themeId: string; studyId: string },
): Promise<void> {
  const asideId = await setAside(tx, studyId, quoteId);
  const { signalIds } = await settleBeliefs(tx, [themeId]);
  await settleChange(tx, {
    themeIds: [themeId, asideId],
    signalIds: [...new Set([signalId, ...signalIds])],
    studyIds: [studyId],
  });
}

/** Moves a quote to its study's theme for quotes that people took out of beliefs; returns the theme's id. */
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
