import type { RecommendationState } from '../../db/entities/recommendation.js';
import type { TimePosition } from '../../db/keyset.js';
import {
  countRecommendationsListed,
  listRecommendations as listed,
  type RecommendationListRow,
} from '../../db/queries/recommendations.js';
import { read } from '../../db/team-database.js';
import type { Context } from '../context.js';
import { after, type Page, pageOf } from '../page.js';

export interface ListRecommendations {
  /** `validated` means the archived ones with that outcome; absent: everything except `archived`. */
  status?: RecommendationState | 'validated';
  limit: number;
  after?: TimePosition;
}

/** Published recommendations by updatedAt, newest first; counted without a status or with `archived` (api.md 4.1). */
export async function listRecommendations(
  ctx: Context,
  { status, limit, after: position }: ListRecommendations,
): Promise<Page<RecommendationListRow>> {
  // A validated outcome is the only way into the archive, so the two filters name the same rows.
  const given = status === 'validated' ? 'archived' : (status ?? null);
  const state = given !== null;
  const page = read(
    listed({ state, after: position !== undefined }),
    given,
    limit + 1,
    ...after(position),
  );
  const counts = status === undefined || status === 'archived';
  const total = counts ? [read(countRecommendationsListed({ state }), given)] : [];
  const [rows, [count] = []] = await ctx.db.together(page, ...total);
  const positionOf = (row: RecommendationListRow) => ({
    at: row.updatedAt,
    id: row.recommendationId,
  });
  return pageOf(rows, limit, positionOf, count?.total);
}
