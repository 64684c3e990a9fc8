import { enqueue } from '../../db/queries/enqueue.js';
import type { TeamDatabase } from '../../db/team-database.js';
import type { Changed } from '../core/events.js';
import { addMarks, type MarkKind } from './queries/marks.js';

/** Processes what changed: updates gaps, cards, receipts, summaries and recommendations. */
export const RUN_ENGINE = 'run-engine';

/**
 * Queues one engine run over what changed; it starts after the caller's transaction has committed. Several requests
 * before the start result in one run.
 */
export async function queueEngine(
  db: TeamDatabase,
  { changed }: { changed: Changed },
): Promise<void> {
  await markChanged(db, changed);
  await enqueue(db, { kind: RUN_ENGINE, key: RUN_ENGINE });
}

/**
 * Marks what changed for the engine's next run. Call it in the transaction that made the change; `queueEngine`
 * also queues a run.
 */
export async function markChanged(db: TeamDatabase, changed: Changed): Promise<void> {
  const marks = (kind: MarkKind, ids: readonly string[] = []) => ids.map((id) => ({ kind, id }));
  const all = [
    ...marks('signal', changed.signalIds),
    ...marks('theme', changed.themeIds),
    ...marks('study', changed.studyIds),
    ...marks('source_item', changed.sourceItemIds),
    ...marks('recommendation', changed.recommendationIds),
    ...marks('team', changed.everything ? [''] : []),
  ];
  if (all.length > 0) await db.rows(addMarks, JSON.stringify(all));
}
