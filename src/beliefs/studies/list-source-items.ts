import type { TimePosition } from '../../../db/queries/keyset.js';
import {
  countSourceItemsListed,
  listSourceItems as listed,
  type SourceItemRow,
} from '../../../db/queries/source-items.js';
import { read } from '../../../db/team-database.js';
import type { Context } from '../../core/context.js';
import { notFound } from '../../core/errors.js';
import { after, type Page, pageOf } from '../../core/page.js';

/** A study's source items by capture, newest first. Throws `not_found` for the study. */
export async function listSourceItems(
  ctx: Context,
  list: { studyId: string; limit: number; after?: TimePosition },
): Promise<Page<SourceItemRow>> {
  const [[count], rows] = await ctx.db.together(
    read(countSourceItemsListed, list.studyId),
    read(
      listed({ after: list.after !== undefined }),
      list.studyId,
      list.limit + 1,
      ...after(list.after),
    ),
  );
  if (!count) throw notFound('study', list.studyId);
  const positionOf = (row: SourceItemRow) => ({ at: row.capturedAt, id: row.sourceItemId });
  return pageOf(rows, list.limit, positionOf, count.total);
}
