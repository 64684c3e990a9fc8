import type { Context } from '../../core/context.js';
import { type HistoryEntryRow, historyBefore } from '../queries/history.js';

/**
 * History entries, newest first; at most `limit`, and only those recorded before the entry `before`
 * if it is given, so that a caller can page back.
 */
export const listHistory = (
  ctx: Context,
  { limit, before }: { limit: number; before?: string },
): Promise<HistoryEntryRow[]> => ctx.db.rows(historyBefore, before ?? null, limit);
