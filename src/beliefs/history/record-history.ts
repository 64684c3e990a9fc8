import { HistoryEntry } from '../../../db/entities/history-entry.js';
import type { Context } from '../../core/context.js';

export type HistoryAction =
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
  | 'reject_quote'
  | 'add_quote';

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
