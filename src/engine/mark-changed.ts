import { addMarks, type MarkKind } from '../../db/queries/engine/marks.js';
import type { TeamDatabase } from '../../db/team-database.js';

/** What changed, by id. `everything`: too much to name, such as an import. */
export interface Changed {
  signalIds?: readonly string[];
  themeIds?: readonly string[];
  studyIds?: readonly string[];
  sourceItemIds?: readonly string[];
  recommendationIds?: readonly string[];
  everything?: boolean;
}

/**
 * Has the engine's next run look at what changed, whenever that is. Call it in the transaction that changed
 * it; `queueEngine` marks and asks for the run as well.
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
