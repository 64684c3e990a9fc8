import type { HistoryRow } from '../../../db/queries/card-material.js';
import { localTime } from './age.js';
import { literal } from './text.js';

const RESOLVED = {
  followed: 'Resolved as handled',
  dismissed: 'Dismissed',
  contacted: 'Resolved as contacted',
} as const;

type Doer = Pick<HistoryRow, 'actorType' | 'actorId' | 'actorName'>;

/** A mention tells its person of a new message, though not of a change or of what they alone see. */
export type Naming = 'mentioned' | 'named';

const actor = (row: Doer, naming: Naming): string =>
  naming === 'mentioned' && row.actorType === 'slack_user' && /^[UW][A-Z0-9]+$/.test(row.actorId)
    ? `<@${row.actorId}>`
    : actorName(row);

/** Who did it, by name, as escaped mrkdwn. */
export function actorName(row: Doer): string {
  const name = literal(row.actorName, 80);
  return row.actorType === 'api_key' ? `the key “${name}”` : name;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function deed(row: HistoryRow): string {
  switch (row.action) {
    case 'resolve': {
      const as = text(row.detail.resolution ?? row.detail.action);
      return RESOLVED[as as keyof typeof RESOLVED] ?? 'Resolved';
    }
    case 'snooze':
      return 'Snoozed';
    case 'wake':
      return 'Woken';
    case 'bring_back':
      return 'Brought back';
    case 'decide':
      return text(row.detail.decision) === 'dismissed'
        ? 'Recommendation dismissed'
        : 'Recommendation accepted';
    case 'record_outcome':
      return `Marked as ${literal(text(row.detail.outcome) || 'done', 40)}`;
    case 'reopen':
      return 'Recommendation reopened';
    case 'link_work_item':
      return 'Work item linked';
    case 'draft_study':
      return 'Study drafted';
    case 'save_evidence':
      return 'Saved as evidence';
    default:
      return 'Changed';
  }
}

/** Longest note on a card. */
const NOTE = 300;

/** One entry of the history as a line of mrkdwn: what, by whom, when, and why. */
export function historyLine(row: HistoryRow, naming: Naming = 'mentioned'): string {
  const note = row.note ? `: ${literal(row.note, NOTE)}` : '';
  return `${deed(row)} by ${actor(row, naming)} ${localTime(row.at)}${note}`;
}
