import type { TimePosition } from '../../../db/queries/keyset.js';
import {
  countStudiesListed,
  listStudies as listed,
  type StudyRow,
} from '../../../db/queries/studies.js';
import { read } from '../../../db/team-database.js';
import type { Context } from '../../core/context.js';
import { after, type Page, pageOf } from '../../core/page.js';

/** Studies by creation, newest first. */
export async function listStudies(
  ctx: Context,
  list: { limit: number; after?: TimePosition },
): Promise<Page<StudyRow>> {
  const variant = { after: list.after !== undefined };
  const [rows, [count]] = await ctx.db.together(
    read(listed(variant), list.limit + 1, ...after(list.after)),
    read(countStudiesListed),
  );
  return pageOf(rows, list.limit, (row) => ({ at: row.createdAt, id: row.studyId }), count?.total);
}
