import type { Stance } from '../../../db/entities/analysis.js';
import { Theme } from '../../../db/entities/evidence.js';
import type { Signal } from '../../../db/entities/signal.js';
import { lockTeam } from '../../../db/queries/teams.js';
import { refreshSearchByPage } from '../../answers/search/refresh-search.js';
import { recordHistory } from '../../beliefs/history/history.js';
import { signalRef } from '../../beliefs/signals/ref.js';
import { type Context, inTransaction } from '../../core/context.js';
import { invalidRequest, invalidTransition } from '../../core/errors.js';
import { describeStudies } from '../beliefs/place-beliefs.js';
import { removeFromTopics } from '../beliefs/remove-from-topics.js';
import { beliefThemeId } from '../ids.js';
import { foundBeliefThemes, linkBeliefThemes } from '../queries/beliefs.js';
import { moveQuotes, placesOfQuotes } from '../queries/curate.js';
import { freeQuote } from '../queries/likely.js';
import { takeBackRejections } from '../queries/rejected.js';
import { mergedInto } from '../queries/themes.js';
import { settleBeliefs } from '../settle-beliefs.js';
import { settleStances } from '../themes/settle-stances.js';
import {
  leftOutOf,
  lookUpQuotes,
  overlaps,
  type SaidWords,
  storeQuotedWords,
  type TranscriptQuote,
} from './look-up-quotes.js';
import { openSignal } from './open-signal.js';
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
    await placeUnder(tx, signal, [{ ...quote, quoteId }]);
    await recordAdded(tx, signalId, [quoteId]);
  });
  await refreshSearchByPage(ctx);
}

/**
 * Adds words of interviews to a signal, for or against it, as quotes; the words need not have been kept as quotes
 * before. Later readings do not remove them. Words that overlap a quote of the signal, or each other, are left out;
 * returns the number of quotes added, and the words left out. Throws `not_found`, `invalid_request`, `invalid_transition`.
 */
export async function addWords(
  ctx: Context,
  signalId: string,
  said: readonly SaidWords[],
): Promise<{ added: number; leftOut: string[] }> {
  const fresh = await inTransaction(ctx, async (tx) => {
    await tx.db.row(lockTeam);
    const signal = await openSignal(tx, signalId);
    return addFresh(tx, signal, await lookUpQuotes(tx, said, entryIdOf(signal)));
  });
  await refreshSearchByPage(ctx);
  return { added: fresh.length, leftOut: leftOutOf(said, fresh) };
}

/** Adds the quotes that overlap none of the signal's, and returns them. Call it with the team locked. */
export async function addFresh(
  tx: Context,
  signal: Signal,
  quotes: readonly TranscriptQuote[],
): Promise<TranscriptQuote[]> {
  const { signalId } = signal;
  const known = await tx.db.rows(placesOfQuotes, signalId);
  const fresh = quotes.filter((quote) => !known.some((other) => overlaps(other, quote)));
  if (fresh.length === 0) return [];
  await placeWords(tx, signal, fresh);
  await recordAdded(
    tx,
    signalId,
    fresh.map(({ quoteId }) => quoteId),
  );
  return fresh;
}

/** Stores quotes from transcripts and places them under a signal. Call it with the team locked. */
export async function placeWords(
  tx: Context,
  signal: Signal,
  quotes: readonly TranscriptQuote[],
): Promise<void> {
  await storeQuotedWords(tx, quotes);
  await placeUnder(
    tx,
    signal,
    quotes.map((quote) => ({ ...quote, themeId: null })),
  );
}

const recordAdded = (tx: Context, subjectId: string, evidenceIds: string[]): Promise<void> =>
  recordHistory(tx, {
    ...{ action: 'add_quote', subjectType: 'signal', subjectId },
    detail: { evidenceIds },
  });

interface QuoteToPlace {
  quoteId: string;
  quote: string;
  sourceItemId: string;
  studyId: string;
  /** The topic that it leaves. */
  themeId: string | null;
  /** Absent for a quote that was kept before: it is placed as support. */
  stance?: Stance | null;
}

async function placeUnder(
  tx: Context,
  signal: Signal,
  quotes: readonly QuoteToPlace[],
): Promise<void> {
  const { signalId } = signal;
  const quoteIds = quotes.map(({ quoteId }) => quoteId);
  await tx.db.rows(
    takeBackRejections,
    quoteIds,
    quotes.map(({ sourceItemId }) => sourceItemId),
    quotes.map(({ quote }) => quote),
    entryIdOf(signal),
    signalId,
  );
  const themes = new Map<string, string>();
  for (const { quoteId, studyId } of quotes) {
    if (themes.has(studyId)) continue;
    const against = quotes.some((one) => one.studyId === studyId && one.stance === 'contradicts');
    themes.set(studyId, await themeFor(tx, signal, { studyId, foundedBy: quoteId, against }));
  }
  const themeIds = [...new Set(themes.values())];
  const links = themeIds.map((themeId, place) => ({ signalId, themeId, place }));
  await tx.db.rows(linkBeliefThemes, JSON.stringify(links));
  const topics = await removeFromTopics(tx, quoteIds);
  await tx.db.rows(
    moveQuotes,
    quoteIds,
    quotes.map(({ studyId }) => themes.get(studyId) as string),
  );
  await settleStances(tx, themeIds);
  const left = [...new Set([...quotes.flatMap(({ themeId }) => themeId ?? []), ...topics])];
  const { signalIds } = await settleBeliefs(tx, left);
  await settleChange(tx, {
    themeIds: [...themeIds, ...left],
    signalIds: [...new Set([signalId, ...signalIds])],
    studyIds: [...themes.keys()],
  });
  await describeStudies(tx, themeIds);
}

/**
 * The theme of a signal in a study, created for this quote if there is none. A theme that it was merged into has no side
 * against this belief, so words against it are refused there. Throws `invalid_transition`.
 */
async function themeFor(
  tx: Context,
  signal: Signal,
  { studyId, foundedBy, against }: { studyId: string; foundedBy: string; against: boolean },
): Promise<string> {
  const key = beliefKeyOf(signal);
  const known = await tx.db.findOne(Theme, { studyId, beliefKey: key });
  if (known) return known.themeId;
  const themeId = beliefThemeId(studyId, key);
  const [merged] = await tx.db.rows(mergedInto, 'theme', [themeId]);
  if (merged && against) {
    throw invalidTransition(
      `The theme of ${signalRef(signal.refNumber)} in the study ${studyId} was merged into another one, where words against the belief would count for it.`,
    );
  }
  if (merged) return merged.intoId;
  const { label, description } = signal;
  const theme = { themeId, studyId, label, description, foundedBy, key };
  await tx.db.rows(foundBeliefThemes, JSON.stringify([theme]));
  return themeId;
}
