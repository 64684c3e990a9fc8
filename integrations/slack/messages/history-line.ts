import type { HistoryRow } from '../../../db/queries/card-material.js';
import { localTime } from './age.js';
import { escaped, label } from './text.js';

const RESOLVED = {
  followed: 'Resolved as handled',
  dismissed: 'Dismissed',
  contacted: 'Resolved as contacted',
} as const;

type Doer = Pick<HistoryRow, 'actorType' | 'actorId' | 'actorName'>;

/** Who did it, as mrkdwn: a mention, which pings nobody in an update, or a name. */
const actor = (row: Doer): string =>
  row.actorType === 'slack_user' && /^[UW][A-Z0-9]+$/.test(row.actorId)
    ? `<@${row.actorId}>`
    : actorName(row);

/** Who did it, by name, as escaped mrkdwn. */
export function actorName(row: Doer): string {
  const name = escaped(label(row.actorName, 80)).replace(/[*_~`]/g, '');
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
      return `Marked as ${escaped(text(row.detail.outcome)) || 'done'}`;
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
export function historyLine(row: HistoryRow): string {
  const note = row.note ? `: ${escaped(label(row.note, NOTE))}` : '';
  return `${deed(row)} by ${actor(row)} ${localTime(row.at)}${note}`;
}
