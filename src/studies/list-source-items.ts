import type { TimePosition } from '../../db/keyset.js';
import {
  countSourceItemsListed,
  listSourceItems as listed,
  type SourceItemRow,
} from '../../db/queries/source-items.js';
import type { Context } from '../context.js';
import { notFound } from '../errors.js';
import { after, type Page, pageOf } from '../page.js';

/** A study's source items by capture, newest first. Throws `not_found` for the study. */
export async function listSourceItems(
  ctx: Context,
  list: { studyId: string; limit: number; after?: TimePosition },
): Promise<Page<SourceItemRow>> {
  const count = await ctx.db.row(countSourceItemsListed, list.studyId);
  if (!count) throw notFound('study', list.studyId);
  const rows = await ctx.db.rows(
    listed({ after: list.after !== undefined }),
    list.studyId,
    list.limit + 1,
    ...after(list.after),
  );
  const positionOf = (row: SourceItemRow) => ({ at: row.capturedAt, id: row.sourceItemId });
  return pageOf(rows, list.limit, positionOf, count.total);
}
