import type { ActorType } from '../../../db/entities/history-entry.js';
import { teamStatement } from '../../../db/statement.js';

export interface HistoryEntryRow {
  /** Increases with every entry; a decimal number too large for `number`. */
  entryId: string;
  at: Date;
  action: string;
  subjectType: string;
  subjectId: string;
  actorType: ActorType;
  actorId: string;
  actorName: string;
  note: string | null;
  detail: Record<string, unknown>;
}

/** Entries older than `$2`, or all of them if it is null; newest first, at most `$3`. */
export const historyBefore = teamStatement<
  HistoryEntryRow,
  [entryId: string | null, limit: number]
>(
  'history.before',
  `select entry_id as "entryId", at, action, subject_type as "subjectType", subject_id as "subjectId",
          actor_type as "actorType", actor_id as "actorId", actor_name as "actorName", note, detail
     from history
    where team_id = $1 and ($2::bigint is null or entry_id < $2::bigint)
    order by entry_id desc limit $3`,
);
