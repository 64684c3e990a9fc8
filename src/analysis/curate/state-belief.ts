import { StoredCodebookEntry } from '../../../db/entities/analysis.js';
import { Signal } from '../../../db/entities/signal.js';
import { lockTeam } from '../../../db/queries/teams.js';
import { refreshSearchByPage } from '../../answers/search/refresh-search.js';
import { recordHistory } from '../../beliefs/history/history.js';
import { signalRef } from '../../beliefs/signals/ref.js';
import { type Context, inTransaction } from '../../core/context.js';
import { invalidRequest, invalidTransition } from '../../core/errors.js';
import {
  type ClaimKind,
  type CodebookEntry,
  hasThing,
  type Implication,
} from '../codebook/entry.js';
import { beliefSignalId, beliefThemeId } from '../ids.js';
import { foundBeliefThemes } from '../queries/beliefs.js';
import { signalWithLabel } from '../queries/curate.js';
import { addFresh, placeWords } from './add-quote.js';
import { leftOutOf, lookUpQuotes, type SaidWords, type TranscriptQuote } from './look-up-quotes.js';
import { openSignal } from './open-signal.js';
import { ownEntry, ownEntryId } from './own-entry.js';
import { foundSignal } from './promote-theme.js';
import { changeQuestions } from './questions.js';
import { checkedSentence } from './rename.js';

export interface BeliefToState {
  sentence: string;
  kind: ClaimKind;
  /** Describes which quotes support it. */
  counts?: string | undefined;
  /** The recommendation that follows from it. */
  so?: Implication | undefined;
  /** At least one of them supports it. */
  said: readonly SaidWords[];
  /** Questions that it answers, in the words of people who ask. */
  questions?: readonly string[] | undefined;
  /** True for an agent's belief: it counts, and people are asked whether to keep it. */
  isProposal: boolean;
}

/**
 * Creates a belief from a sentence and words of interviews: a signal with a codebook entry, supported by quotes that
 * are looked up in the transcripts. Later readings do not remove it. Returns also the words that were left out because
 * they overlap others. Throws `invalid_request`, and `invalid_transition` if an open signal has the same sentence.
 */
export async function stateBelief(
  ctx: Context,
  { sentence, kind, counts, so, said, questions = [], isProposal }: BeliefToState,
): Promise<{ signalId: string; refNumber: number; leftOut: string[] }> {
  const stated = await inTransaction(ctx, async (tx) => {
    const statement = checkedSentence(sentence);
    await tx.db.row(lockTeam);
    const known = await tx.db.row(signalWithLabel, statement);
    if (known) {
      throw invalidTransition(
        `${signalRef(known.refNumber)} already says this. Add quotes to it instead.`,
      );
    }
    const entryId = ownEntryId(JSON.stringify([statement, tx.now.getTime()]));
    const entry: CodebookEntry = {
      ...ownEntry(entryId, statement),
      ...{ kind, ...(counts && { counts }), ...(so && { so }) },
    };
    const quotes = await lookUpQuotes(tx, said, entryId);
    const definition = entry as object;
    await tx.db.insert(StoredCodebookEntry, { entryId, definition, updatedAt: tx.now });
    const founded = await foundOn(tx, entry, quotes, { isProposal });
    await changeQuestions(tx, founded.signalId, { add: questions });
    return { ...founded, leftOut: leftOutOf(said, quotes) };
  });
  await refreshSearchByPage(ctx);
  return stated;
}

/**
 * Places words of interviews under the belief of a codebook entry, which is created if there is none yet; returns the
 * number of quotes added. Call it with the team locked. Throws `invalid_request`, `invalid_transition`.
 */
export async function quoteEntry(
  tx: Context,
  entry: CodebookEntry,
  said: readonly SaidWords[],
): Promise<number> {
  if (hasThing(entry)) {
    throw invalidRequest(
      `${entry.id}: an entry with {thing} has several beliefs; quotes need a statement without it.`,
    );
  }
  const quotes = await lookUpQuotes(tx, said, entry.id);
  const signalId = beliefSignalId(entry.id);
  if (await tx.db.findOne(Signal, { signalId })) {
    const added = await addFresh(tx, await openSignal(tx, signalId), quotes);
    return added.length;
  }
  await foundOn(tx, entry, quotes, { isProposal: false });
  return quotes.length;
}

/** Creates the signal of an entry on quotes, at least one of which supports it. */
async function foundOn(
  tx: Context,
  { id: entryId, statement, counts: description, so }: CodebookEntry,
  quotes: readonly TranscriptQuote[],
  { isProposal }: { isProposal: boolean },
): Promise<{ signalId: string; refNumber: number }> {
  const first = quotes.find(({ stance }) => stance !== 'contradicts');
  if (!first) throw invalidRequest('A belief needs at least one quote that supports it.');
  const { studyId, quoteId: foundedBy } = first;
  const themeId = beliefThemeId(studyId, entryId);
  const theme = { themeId, studyId, label: statement, description, foundedBy, key: entryId };
  await tx.db.rows(foundBeliefThemes, JSON.stringify([theme]));
  const founded = { entryId, statement, themeId, description, so, isProposal };
  const signalId = await foundSignal(tx, founded);
  await recordHistory(tx, {
    ...{ action: 'state', subjectType: 'signal', subjectId: signalId },
    detail: { sentence: statement, quotes: quotes.length, ...(isProposal && { isProposal }) },
  });
  await placeWords(tx, (await tx.db.findOne(Signal, { signalId })) as Signal, quotes);
  const { refNumber } = (await tx.db.findOne(Signal, { signalId })) as Signal;
  return { signalId, refNumber };
}
