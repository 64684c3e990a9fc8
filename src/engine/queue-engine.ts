import { enqueue } from '../../db/queries/enqueue.js';
import type { TeamDatabase } from '../../db/team-database.js';
import type { Changed } from '../core/events.js';
import { markChanged } from './mark-changed.js';

/** Processes what changed: updates gaps, cards, receipts, summaries and recommendations. */
export const RUN_ENGINE = 'run-engine';

/**
 * Queues one engine run over what changed, for after the caller's transaction has committed. Several requests
 * before it starts still make one run.
 */
export async function queueEngine(
  db: TeamDatabase,
  { changed }: { changed: Changed },
): Promise<void> {
  await markChanged(db, changed);
  await enqueue(db, { kind: RUN_ENGINE, key: RUN_ENGINE });
}
