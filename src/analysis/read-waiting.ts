import type { Context } from '../core/context.js';
import { emit } from '../core/events.js';
import { analyzeUnlessErased } from './analyze-source-item.js';
import { itemsToReread } from './queries/beliefs.js';
import { itemsWaiting } from './queries/model.js';
import { type Synthesis, synthesize } from './synthesize.js';

interface ReadAgain {
  interviewsRead: number;
  /** Interviews that were not read because the model's tokens of the day are used up. */
  waiting: number;
}

/**
 * Reads the interviews that wait for the model, as far as the day's tokens allow, and places their claims. The
 * analyst queues the rest again.
 */
export async function readWaiting(ctx: Context): Promise<ReadAgain> {
  const items = await ctx.db.rows(itemsWaiting);
  const read = await readAll(ctx, items);
  const studyIds = studiesOf(items);
  await synthesize(ctx, { studyIds, again: true });
  await emit(ctx, 'materialChanged', { studyIds });
  return read;
}

/** Rereads a team's interviews that were read with another codebook, and synthesizes the result. */
export async function rereadTeam(ctx: Context): Promise<Synthesis & ReadAgain> {
  const items = await ctx.db.rows(itemsToReread);
  const read = await readAll(ctx, items);
  return { ...(await synthesize(ctx, { studyIds: studiesOf(items), again: true })), ...read };
}

interface ItemToRead {
  sourceItemId: string;
  studyId: string;
}

async function readAll(ctx: Context, items: readonly ItemToRead[]): Promise<ReadAgain> {
  let interviewsRead = 0;
  for (const [at, { sourceItemId }] of items.entries()) {
    const read = await analyzeUnlessErased(ctx, sourceItemId);
    if (read?.waits) return { interviewsRead, waiting: items.length - at };
    if (read?.changed) interviewsRead++;
  }
  return { interviewsRead, waiting: 0 };
}

const studiesOf = (items: readonly ItemToRead[]): string[] => [
  ...new Set(items.map(({ studyId }) => studyId)),
];
