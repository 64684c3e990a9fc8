import type { TeamDatabase } from '../../db/team-database.js';
import type { Changed } from '../core/events.js';
import { addMarks, type MarkKind } from './queries/marks.js';

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
