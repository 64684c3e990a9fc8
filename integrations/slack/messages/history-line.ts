import type { HistoryRow } from '../../../db/queries/card-material.js';
import { localTime } from './age.js';
import { literal } from './text.js';

/** How a card was resolved, in words. */
export const RESOLVED = {
  followed: 'Resolved as handled',
  dismissed: 'Dismissed',
  contacted: 'Resolved as contacted',
} as const;

type Doer = Pick<HistoryRow, 'actorType' | 'actorId' | 'actorName'>;

/** A mention tells its person of a new message, though not of a change or of what they alone see. */
export type Naming = 'mentioned' | 'named';

/** Who did it, as escaped mrkdwn. */
export const actor = (row: Doer, naming: Naming): string =>
  naming === 'mentioned' && row.actorType === 'slack_user' && /^[UW][A-Z0-9]+$/.test(row.actorId)
    ? `<@${row.actorId}>`
    : actorName(row);

/** The same by name. */
export function actorName(row: Doer): string {
  const name = literal(row.actorName, 80);
  return row.actorType === 'api_key' ? `the key “${name}”` : name;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What was done, with its emoji. */
function deed(row: HistoryRow): readonly [mark: string, what: string] {
  switch (row.action) {
    case 'resolve': {
      const as = text(row.detail.resolution ?? row.detail.action);
      return [':white_check_mark:', RESOLVED[as as keyof typeof RESOLVED] ?? 'Resolved'];
    }
    case 'snooze':
      return [':zzz:', 'Snoozed'];
    case 'wake':
      return [':alarm_clock:', 'Woken'];
    case 'bring_back':
      return [':leftwards_arrow_with_hook:', 'Brought back'];
    case 'decide':
      return text(row.detail.decision) === 'dismissed'
        ? [':no_entry_sign:', 'Recommendation dismissed']
        : [':white_check_mark:', 'Recommendation accepted'];
    case 'record_outcome':
      return [':checkered_flag:', `Marked as ${literal(text(row.detail.outcome) || 'done', 40)}`];
    case 'reopen':
      return [':leftwards_arrow_with_hook:', 'Recommendation reopened'];
    case 'link_work_item':
      return [':link:', 'Work item linked'];
    case 'draft_study':
      return [':memo:', 'Study drafted'];
    case 'save_evidence':
      return [':memo:', 'Saved as evidence'];
    default:
      return [':memo:', 'Changed'];
  }
}

/** Longest note on a card. */
const NOTE = 300;

/** One entry of the history as a line of mrkdwn: what, by whom, when, and why. */
export function historyLine(row: HistoryRow, naming: Naming = 'mentioned'): string {
  const [, what] = deed(row);
  return `${what} by ${actor(row, naming)} ${localTime(row.at)}${note(row)}`;
}

/** The same with its emoji. */
export const markedLine = (row: HistoryRow, naming: Naming): string =>
  `${deed(row)[0]} ${historyLine(row, naming)}`;

/** The same for whoever did it. */
export const ownLine = (row: HistoryRow): string =>
  `${deed(row).join(' ')} ${localTime(row.at)}${note(row)}`;

const note = (row: HistoryRow): string => (row.note ? `: ${literal(row.note, NOTE)}` : '');
