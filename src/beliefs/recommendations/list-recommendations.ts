import type { RecommendationState } from '../../../db/entities/recommendation.js';
import type { TimePosition } from '../../../db/queries/keyset.js';
import {
  countRecommendationsListed,
  listRecommendations as listed,
  publishedRecommendation,
  type RecommendationListRow,
  type RecommendationRow,
} from '../../../db/queries/recommendations.js';
import { read } from '../../../db/team-database.js';
import type { Context } from '../../core/context.js';
import { notFound } from '../../core/errors.js';
import { after, type Page, pageOf } from '../../core/page.js';

interface ListRecommendations {
  /**
   * `validated` means the archived ones with that outcome; everything except `archived` if absent.
   */
  status?: RecommendationState | 'validated';
  limit: number;
  after?: TimePosition;
}

/**
 * Published recommendations by updatedAt, newest first; with a total if there is no status or it is
 * `archived`.
 */
export async function listRecommendations(
  ctx: Context,
  { status, limit, after: position }: ListRecommendations,
): Promise<Page<RecommendationListRow>> {
  // Only a validated outcome archives a recommendation, so the two filters select the same rows.
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

/**
 * A published recommendation with all its fields. Throws `not_found`, also for an unpublished one.
 */
export async function readRecommendation(
  ctx: Context,
  recommendationId: string,
): Promise<RecommendationRow> {
  const row = await ctx.db.row(publishedRecommendation, recommendationId);
  if (!row) throw notFound('recommendation', recommendationId);
  return {
    ...row,
    workItemLinks: row.workItemLinks.map((link) => ({
      ...link,
      linkedAt: new Date(link.linkedAt),
    })),
  };
}
