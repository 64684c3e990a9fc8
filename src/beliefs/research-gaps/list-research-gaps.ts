import type { ResearchGapStatus } from '../../../db/entities/research-gap.js';
import type { TimePosition } from '../../../db/queries/keyset.js';
import {
  countResearchGapsListed,
  listResearchGaps as listed,
  type ResearchGapRow,
} from '../../../db/queries/research-gaps.js';
import { read } from '../../../db/team-database.js';
import type { Context } from '../../core/context.js';
import { after, type Page, pageOf } from '../../core/page.js';

/** Gaps by creation, newest first; without a status everything except `dismissed`. */
export async function listResearchGaps(
  ctx: Context,
  list: { status?: ResearchGapStatus; limit: number; after?: TimePosition },
): Promise<Page<ResearchGapRow>> {
  const given = list.status ?? null;
  const status = given !== null;
  const [rows, [count]] = await ctx.db.together(
    read(
      listed({ status, after: list.after !== undefined }),
      given,
      list.limit + 1,
      ...after(list.after),
    ),
    read(countResearchGapsListed({ status }), given),
  );
  const positionOf = (row: ResearchGapRow) => ({ at: row.createdAt, id: row.researchGapId });
  return pageOf(rows, list.limit, positionOf, count?.total);
}
