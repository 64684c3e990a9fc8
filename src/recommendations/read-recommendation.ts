import {
  publishedRecommendation,
  type RecommendationRow,
} from '../../db/queries/recommendations.js';
import type { Context } from '../context.js';
import { notFound } from '../errors.js';

/** A published recommendation, whole. Throws `not_found`, for an unpublished one too. */
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
