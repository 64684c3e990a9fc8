import { SourceItem, type SourceItemStatus } from '../../db/entities/source-item.js';
import { lockTeam } from '../../db/queries/teams.js';
import { refreshSearch } from '../answers/search/refresh-search.js';
import { chunks, refreshFactsOf } from '../beliefs/signals/refresh-facts.js';
import type { Context } from '../core/context.js';
import { notFound } from '../core/errors.js';
import { emit } from '../core/events.js';
import type { Extraction } from './analyst.js';
import {
  deleteQuotes,
  recordAnalysis,
  type StoredQuote,
  storeQuotes,
  updateEvidenceOfItem,
  withdrawQuotes,
} from './queries/quotes.js';
import { settleBeliefs } from './settle-beliefs.js';

/** Quotes per statement: a talk may have thousands, and others should not have to wait for all of them. */
const QUOTES_AT_ONCE = 500;

/** The result of reading an interview. */
interface Reading {
  sourceItemId: string;
  quotes: StoredQuote[];
  /** True if quotes stored earlier and not among these stay. */
  keepOthers?: boolean;
  /** Absent: unchanged. */
  status?: SourceItemStatus;
  /** Null: none. */
  qualityScore: number | null;
  /** The reason why it could not be read, in a sentence. */
  failure?: string;
  how: { analyst: string; digest: string; usesAi: boolean } & Pick<
    Extraction,
    'rejected' | 'usage'
  >;
}

/**
 * Stores a reading and its consequences, in the caller's transaction: evidence of removed quotes is deleted,
 * that of the others is updated, then counts and search.
 */
export async function storeReading(tx: Context, reading: Reading): Promise<void> {
  const { sourceItemId, quotes, how } = reading;
  await tx.db.row(lockTeam);
  const item = await tx.db.lock(SourceItem, { sourceItemId });
  if (!item) throw notFound('source item', sourceItemId);
  const kept = quotes.map(({ quoteId }) => quoteId);
  const themeIds = reading.keepOthers ? [] : await takeBack(tx, sourceItemId, kept);
  for (const some of chunks(quotes, QUOTES_AT_ONCE)) {
    await tx.db.rows(storeQuotes, JSON.stringify(some), sourceItemId);
  }
  await tx.db.rows(updateEvidenceOfItem, sourceItemId);
  await tx.db.update(
    SourceItem,
    { sourceItemId },
    {
      ...(reading.status && { status: reading.status, failure: reading.failure ?? null }),
      qualityScore: reading.qualityScore,
    },
  );
  await tx.db.rows(recordAnalysis, {
    sourceItemId,
    analyst: how.analyst,
    transcriptDigest: how.digest,
    now: tx.now,
    quotes: quotes.length,
    rejected: how.rejected,
    inputTokens: how.usage.inputTokens,
    outputTokens: how.usage.outputTokens,
    usesAi: how.usesAi,
  });
  const { signalIds } = themeIds.length > 0 ? await settleBeliefs(tx, themeIds) : { signalIds: [] };
  const changed = { sourceItemIds: [sourceItemId], themeIds, signalIds, studyIds: [item.studyId] };
  await refreshFactsOf(tx, changed);
  if (item.evidenceCount > 0 || changed.themeIds.length > 0) {
    await refreshSearch(tx, { sourceItemIds: [sourceItemId] });
  }
  await emit(tx, 'materialChanged', changed);
}

/** Withdraws the quotes that the interview no longer contains; returns their themes. */
async function takeBack(
  tx: Context,
  sourceItemId: string,
  kept: readonly string[],
): Promise<string[]> {
  const gone = await tx.db.rows(withdrawQuotes, sourceItemId, kept);
  if (gone.length === 0) return [];
  // while the rows exist, search can subtract their words from its counts
  await refreshSearch(tx, { sourceItemIds: [sourceItemId] });
  const ids = gone.map(({ quoteId }) => quoteId);
  return (await tx.db.rows(deleteQuotes, ids)).map(({ themeId }) => themeId);
}
