import {
  publishedRecommendation,
  type RecommendationRow,
} from '../../../db/queries/recommendations.js';
import type { Context } from '../../core/context.js';
import { notFound } from '../../core/errors.js';

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
