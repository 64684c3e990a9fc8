import { forgetInSearch } from '../../answers/search/refresh-search.js';
import type { Context } from '../../core/context.js';
import { deleteEvidence, leaveTopics as takeOut } from '../queries/beliefs.js';

/** Removes other quotes with the same words as these from their topics; returns the ids of those topics. */
export async function removeFromTopics(
  tx: Context,
  quoteIds: readonly string[],
): Promise<string[]> {
  const others = await tx.db.rows(takeOut, quoteIds);
  const ids = others.map(({ quoteId }) => quoteId);
  await forgetInSearch(tx, ids);
  await tx.db.rows(deleteEvidence, ids);
  return [...new Set(others.map(({ themeId }) => themeId))];
}
