import { type Synthesis, synthesize } from '../analysis/synthesize.js';
import type { Context } from '../core/context.js';
import { emit } from '../core/events.js';

/**
 * Creates themes and signals from what was ingested into these studies, and queues the engine. Safe to repeat,
 * and to run after an interrupted ingestion.
 */
export async function finishIngest(ctx: Context, studyIds: readonly string[]): Promise<Synthesis> {
  const synthesis = await synthesize(ctx, { studyIds });
  await emit(ctx, 'materialChanged', { studyIds });
  return synthesis;
}
