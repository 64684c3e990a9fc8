import { SourceItem, type SourceItemStatus } from '../../db/entities/source-item.js';
import {
  deleteQuotes,
  recordAnalysis,
  type StoredQuote,
  storeQuotes,
  updateEvidenceOfItem,
  withdrawQuotes,
} from '../../db/queries/analysis/quotes.js';
import { lockTeam } from '../../db/queries/teams.js';
import type { Context } from '../context.js';
import { queueEngine } from '../engine/queue-engine.js';
import { notFound } from '../errors.js';
import { refreshSearch } from '../search/refresh-search.js';
import { refreshFactsOf } from '../signals/refresh-facts.js';
import type { Extraction } from './analyst.js';
import { settleBeliefs } from './settle-beliefs.js';

/** What an interview was found to hold. */
export interface Reading {
  sourceItemId: string;
  quotes: StoredQuote[];
  /** Quotes that were stored before and are not among these stay. */
  keepOthers?: boolean;
  /** Absent: as it is. */
  status?: SourceItemStatus;
  /** Null: none. */
  qualityScore: number | null;
  /** Why it could not be read, in a sentence. */
  failure?: string;
  how: { analyst: string; digest: string } & Pick<Extraction, 'rejected' | 'usage'>;
}

/**
 * Stores a reading and what follows from it, in the caller's transaction: the evidence of quotes that are gone goes,
 * that of quotes that stay is brought up to date, counts and search follow.
 */
export async function storeReading(tx: Context, reading: Reading): Promise<void> {
  const { sourceItemId, quotes, how } = reading;
  await tx.db.row(lockTeam);
  const item = await tx.db.lock(SourceItem, { sourceItemId });
  if (!item) throw notFound('source item', sourceItemId);
  const kept = quotes.map(({ quoteId }) => quoteId);
  const themeIds = reading.keepOthers ? [] : await takeBack(tx, sourceItemId, kept);
  await tx.db.rows(storeQuotes, JSON.stringify(quotes), sourceItemId);
  await tx.db.rows(updateEvidenceOfItem, sourceItemId);
  await tx.db.update(
    SourceItem,
    { sourceItemId },
    {
      ...(reading.status && { status: reading.status, failure: reading.failure ?? null }),
      qualityScore: reading.qualityScore,
    },
  );
  await tx.db.rows(
    recordAnalysis,
    sourceItemId,
    how.analyst,
    how.digest,
    tx.now,
    quotes.length,
    how.rejected,
    how.usage.inputTokens,
    how.usage.outputTokens,
  );
  const { signalIds } = themeIds.length > 0 ? await settleBeliefs(tx, themeIds) : { signalIds: [] };
  const changed = { sourceItemIds: [sourceItemId], themeIds, signalIds, studyIds: [item.studyId] };
  await refreshFactsOf(tx, changed);
  if (item.evidenceCount > 0 || changed.themeIds.length > 0) {
    await refreshSearch(tx, { sourceItemIds: [sourceItemId] });
  }
  await queueEngine(tx.db, { changed });
}

/** Takes back what the interview no longer says; gives the themes that it stood under. */
async function takeBack(
  tx: Context,
  sourceItemId: string,
  kept: readonly string[],
): Promise<string[]> {
  const gone = await tx.db.rows(withdrawQuotes, sourceItemId, kept);
  if (gone.length === 0) return [];
  // while its rows are there, search can take their words out of its counts
  await refreshSearch(tx, { sourceItemIds: [sourceItemId] });
  const ids = gone.map(({ quoteId }) => quoteId);
  return (await tx.db.rows(deleteQuotes, ids)).map(({ themeId }) => themeId);
}
