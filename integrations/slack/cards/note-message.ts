import type { KnownBlock } from '@slack/types';
import type { CardNoteRow } from '../../../db/queries/card-notes.js';
import { OUTCOME_NAMES } from '../../../src/beliefs/names.js';
import { actorName, RESOLVED } from '../blocks/history-line.js';
import { localTime } from '../blocks/local-time.js';
import type { Message } from '../blocks/message.js';
import { context, itemLink, literal, ours, ownSentence } from '../blocks/text.js';

/** Maximum length of a note or reason in a thread; Details shows it in full. */
const NOTE = 400;

const OUTCOMES = {
  shipped: `:rocket: ${OUTCOME_NAMES.shipped}`,
  validated: `:tada: ${OUTCOME_NAMES.validated}`,
  stale: `:leaves: ${OUTCOME_NAMES.stale}`,
} as const;

/**
 * One line in a card's thread: what, by whom, when, why. The user who acted is named without a mention, so they are
 * not notified of their own action.
 */
export function noteMessage(row: CardNoteRow): Message {
  const by = `by ${actorName(row)}`;
  // two times in one sentence would be confusing; Slack itself shows when it was snoozed
  const sentence =
    row.note.kind === 'snoozed'
      ? `:zzz: Snoozed ${by} until ${localTime(new Date(row.note.until))}`
      : `${what(row.note)} ${by} ${localTime(row.at)}`;
  const line = `${sentence}${why(row.note)}`;
  return {
    text: line.replace(/^:[a-z_]+: /, '').replace(/<[^<>|]*\|([^<>]*)>/g, '$1'),
    blocks: [context(line), ...retry(row.note)],
  };
}

/** The "Try again" button below a push that was given up. */
const retry = (note: CardNoteRow['note']): KnownBlock[] =>
  note.kind === 'issue_failed'
    ? [
        {
          type: 'actions',
          elements: [
            {
              type: 'button',
              action_id: `work.retry:${note.provider}`,
              value: note.recommendationId,
              text: ours('Try again'),
            },
          ],
        },
      ]
    : [];

/** Replaces a note with the button, once the push was retried or does not need a retry. */
export function triedAgainMessage(): Message {
  const text = 'This attempt did not create the issue. See below for what followed.';
  return { text, blocks: [context(`:warning: ${text}`)] };
}

function what(note: Exclude<CardNoteRow['note'], { kind: 'snoozed' }>): string {
  switch (note.kind) {
    case 'decided':
      return note.decision === 'accepted'
        ? ':white_check_mark: Recommendation accepted'
        : ':no_entry_sign: Recommendation dismissed';
    case 'outcome':
      return OUTCOMES[note.outcome];
    case 'reopened':
      return ':leftwards_arrow_with_hook: Recommendation reopened';
    case 'resolved':
      return `:white_check_mark: ${RESOLVED[note.resolution]}`;
    case 'brought_back':
      return ':leftwards_arrow_with_hook: Brought back';
    case 'woken':
      return ':alarm_clock: Snooze ended early';
    case 'study_drafted':
      return `:memo: Draft study “${literal(note.name, 150)}” created`;
    case 'linked':
      return `:link: ${link(note)} linked`;
    case 'issue_created':
      return `:ticket: ${link(note)} created`;
    case 'issue_failed':
      return `:warning: The ${literal(note.tracker, 40)} issue could not be created`;
    case 'work_item_state':
      return `:ticket: ${link(note)} is now ${literal(note.state, 80)}, set`;
    case 'handover':
      return handover(note, literal(note.agent, 80));
  }
}

function handover(note: Extract<CardNoteRow['note'], { kind: 'handover' }>, agent: string): string {
  switch (note.happened) {
    case 'handed':
      return `:robot_face: ${link(note)} handed to ${agent}`;
    case 'begun':
      return `:robot_face: ${agent} started work on ${link(note)}, seen`;
    case 'failed':
      return `:warning: ${link(note)} could not be handed to ${agent}`;
  }
}

function why(note: CardNoteRow['note']): string {
  if ('reason' in note && note.reason) return `: ${ownSentence(note.reason, NOTE)}`;
  return 'note' in note && note.note ? `: ${literal(note.note, NOTE)}` : '';
}

const link = ({
  tracker,
  name,
  url,
}: {
  tracker?: string | undefined;
  name: string;
  url: string;
}) => itemLink(url, tracker ? `${tracker} ${name}` : name);
