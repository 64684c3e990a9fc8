import type { Context } from '../core/context.js';
import { analyzeSourceItem } from './analyze-source-item.js';
import { itemsToReread } from './queries/beliefs.js';
import { type Synthesis, synthesize } from './synthesize.js';

/** Reads all interviews of a team that were read with another codebook again, and synthesizes the result. */
export async function rereadTeam(ctx: Context): Promise<Synthesis & { interviewsRead: number }> {
  const items = await ctx.db.rows(itemsToReread);
  let interviewsRead = 0;
  for (const { sourceItemId } of items) {
    const { changed } = await analyzeSourceItem(ctx, sourceItemId);
    if (changed) interviewsRead++;
  }
  const studyIds = items.map(({ studyId }) => studyId);
  return { ...(await synthesize(ctx, { studyIds, again: true })), interviewsRead };
}
