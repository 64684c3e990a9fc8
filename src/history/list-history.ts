import { type HistoryEntryRow, historyBefore } from '../../db/queries/history.js';
import type { Context } from '../context.js';

/**
 * Who did what, newest first; at most `limit` entries, only those recorded before the entry `before`
 * where it is given, so that a caller can page back.
 */
export const listHistory = (
  ctx: Context,
  { limit, before }: { limit: number; before?: string },
): Promise<HistoryEntryRow[]> => ctx.db.rows(historyBefore, before ?? null, limit);
