import type { HistoryRow } from '../../../db/queries/card-material.js';
import { localTime } from './local-time.js';
import { literal } from './text.js';

/** The name of each resolution, as displayed. */
export const RESOLVED = {
  followed: 'Resolved as handled',
  dismissed: 'Dismissed',
  contacted: 'Resolved as contacted',
} as const;

type Doer = Pick<HistoryRow, 'actorType' | 'actorId' | 'actorName'>;

/** A mention notifies the user in a new message, but not in an edited or ephemeral one. */
export type Naming = 'mentioned' | 'named';

/** The user who acted, as escaped mrkdwn. */
export const actor = (row: Doer, naming: Naming): string =>
  naming === 'mentioned' && row.actorType === 'slack_user' && /^[UW][A-Z0-9]+$/.test(row.actorId)
    ? `<@${row.actorId}>`
    : actorName(row);

/** The user by name, without a mention. */
export function actorName(row: Doer): string {
  const name = literal(row.actorName, 80);
  return row.actorType === 'api_key' ? `the key “${name}”` : name;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The emoji and the name of an action. */
function actionInWords(row: HistoryRow): readonly [mark: string, what: string] {
  switch (row.action) {
    case 'resolve': {
      const as = text(row.detail.resolution ?? row.detail.action);
      return [':white_check_mark:', RESOLVED[as as keyof typeof RESOLVED] ?? 'Resolved'];
    }
    case 'snooze':
      return [':zzz:', 'Snoozed'];
    case 'wake':
      return [':alarm_clock:', 'Snooze ended'];
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
      return DECIDED[row.action] ?? [':memo:', 'Changed'];
  }
}

/** Decisions about beliefs that need no detail. */
const DECIDED: Readonly<Record<string, readonly [mark: string, what: string]>> = {
  keep: [':pushpin:', 'Belief kept'],
  rename: [':pencil2:', 'Renamed'],
  merge: [':twisted_rightwards_arrows:', 'Merged'],
  split: [':scissors:', 'Split'],
  retire: [':no_entry_sign:', 'Belief retired'],
  promote: [':seedling:', 'Theme made a belief'],
  state: [':seedling:', 'Belief stated'],
  reject_quote: [':wastebasket:', 'Quote set aside'],
  add_quote: [':heavy_plus_sign:', 'Quote added'],
  change_questions: [':question:', 'Questions changed'],
};

/** Maximum length of a note on a card. */
const NOTE = 300;

/** One history entry as a line of mrkdwn: what, by whom, when, and why. */
export function historyLine(row: HistoryRow, naming: Naming = 'mentioned'): string {
  const [, what] = actionInWords(row);
  return `${what} by ${actor(row, naming)} ${localTime(row.at)}${note(row)}`;
}

/** A history line that starts with its emoji. */
export const markedLine = (row: HistoryRow, naming: Naming): string =>
  `${actionInWords(row)[0]} ${historyLine(row, naming)}`;

/** A history line for the user who acted, without their name. */
export const ownLine = (row: HistoryRow): string =>
  `${actionInWords(row).join(' ')} ${localTime(row.at)}${note(row)}`;

const note = (row: HistoryRow): string => (row.note ? `: ${literal(row.note, NOTE)}` : '');
