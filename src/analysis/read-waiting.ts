import type { Context } from '../core/context.js';
import { Refusal } from '../core/errors.js';
import { emit } from '../core/events.js';
import { analyzeSourceItem } from './analyze-source-item.js';
import { itemsToReread } from './queries/beliefs.js';
import { itemsWaiting } from './queries/model.js';
import { type Synthesis, synthesize } from './synthesize.js';

/**
 * Reads the interviews that wait for the model, as far as its tokens of the day reach, and places what they claim.
 * What does not fit is queued again by the analyst.
 */
export async function readWaiting(
  ctx: Context,
): Promise<{ interviewsRead: number; waiting: number }> {
  const items = await ctx.db.rows(itemsWaiting);
  let interviewsRead = 0;
  for (const { sourceItemId } of items) {
    const read = await unlessErased(analyzeSourceItem(ctx, sourceItemId));
    if (read?.waits) break;
    if (read) interviewsRead++;
  }
  const studyIds = [...new Set(items.map(({ studyId }) => studyId))];
  await synthesize(ctx, { studyIds, again: true });
  await emit(ctx, 'materialChanged', { studyIds });
  return { interviewsRead, waiting: items.length - interviewsRead };
}

async function unlessErased<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined;
    throw error;
  }
}

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
