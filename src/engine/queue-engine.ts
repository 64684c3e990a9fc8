import { enqueue } from '../../db/queries/enqueue.js';
import type { TeamDatabase } from '../../db/team-database.js';
import { type Changed, markChanged } from './mark-changed.js';

/** Looks at what changed and brings gaps, cards, receipts, summaries and recommendations up to date. */
export const RUN_ENGINE = 'run-engine';

/**
 * Asks for one run of the engine over what changed, after the caller's transaction has committed; asked for
 * again before it ran, it still runs once.
 */
export async function queueEngine(
  db: TeamDatabase,
  { changed }: { changed: Changed },
): Promise<void> {
  await markChanged(db, changed);
  await enqueue(db, { kind: RUN_ENGINE, key: RUN_ENGINE });
}
