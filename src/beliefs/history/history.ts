import { type ActorType, HistoryEntry } from '../../../db/entities/history-entry.js';
import { teamStatement } from '../../../db/statement.js';
import type { Context } from '../../core/context.js';

type HistoryAction =
  | 'decide'
  | 'record_outcome'
  | 'reopen'
  | 'link_work_item'
  | 'resolve'
  | 'snooze'
  | 'wake'
  | 'bring_back'
  | 'draft_study'
  | 'erase_participant'
  | 'save_evidence'
  | 'rename'
  | 'merge'
  | 'retire'
  | 'keep'
  | 'split'
  | 'promote'
  | 'state'
  | 'reject_quote'
  | 'add_quote'
  | 'change_questions';

export interface HistoryRecord {
  action: HistoryAction;
  subjectType:
    | 'recommendation'
    | 'action_card'
    | 'research_gap'
    | 'study'
    | 'source_item'
    | 'theme'
    | 'signal'
    | 'participant';
  subjectId: string;
  note?: string | undefined;
  /** The choice and its consequences, as plain JSON. */
  detail?: Record<string, unknown>;
}

/** Adds to the append-only history, in the transaction of what it records. */
export const recordHistory = (
  tx: Context,
  { note, detail, ...what }: HistoryRecord,
): Promise<void> =>
  tx.db.insert(HistoryEntry, {
    ...what,
    note: note ?? null,
    detail: (detail ?? {}) as object,
    at: tx.now,
    actorType: tx.actor.type,
    actorId: tx.actor.id,
    actorName: tx.actor.name,
  });

/**
 * History entries, newest first; at most `limit`, and only those recorded before the entry `before`
 * if it is given, so that a caller can page back.
 */
export const listHistory = (
  ctx: Context,
  { limit, before }: { limit: number; before?: string },
): Promise<HistoryEntryRow[]> => ctx.db.rows(historyBefore, before ?? null, limit);

interface HistoryEntryRow {
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
const historyBefore = teamStatement<HistoryEntryRow, [entryId: string | null, limit: number]>(
  'history.before',
  `select entry_id as "entryId", at, action, subject_type as "subjectType", subject_id as "subjectId",
          actor_type as "actorType", actor_id as "actorId", actor_name as "actorName", note, detail
     from history
    where team_id = $1 and ($2::bigint is null or entry_id < $2::bigint)
    order by entry_id desc limit $3`,
);
