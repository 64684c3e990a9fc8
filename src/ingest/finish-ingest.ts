import { type Synthesis, synthesize } from '../analysis/synthesize.js';
import type { Context } from '../context.js';
import { queueEngine } from '../engine/queue-engine.js';

/**
 * Themes and signals of what was ingested into these studies; the engine is asked to look at them. Safe to
 * repeat, and to do after an ingestion that was ended half way.
 */
export async function finishIngest(ctx: Context, studyIds: readonly string[]): Promise<Synthesis> {
  const synthesis = await synthesize(ctx, { studyIds });
  await queueEngine(ctx.db, { changed: { studyIds } });
  return synthesis;
}
