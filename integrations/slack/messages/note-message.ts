import type { KnownBlock } from '@slack/types';
import type { CardNoteRow } from '../../../db/queries/card-notes.js';
import { itemLink } from '../work-items/item-link.js';
import { localTime } from './age.js';
import type { Message } from './card-message.js';
import { actorName, RESOLVED } from './history-line.js';
import { context, literal, ours } from './text.js';

/** Longest note or reason in a thread; the card's Details have all of it. */
const NOTE = 400;

const OUTCOMES = {
  shipped: ':rocket: Marked as shipped',
  validated: ':tada: Marked as validated',
  stale: ':leaves: Marked as gone stale',
} as const;

/**
 * One line in a card's thread: what, by whom, when, why. Who did it is named, not mentioned: nobody is
 * notified of what they did themselves.
 */
export function noteMessage(row: CardNoteRow): Message {
  const line = `${what(row.note)} by ${actorName(row)} ${localTime(row.at)}${why(row.note)}`;
  return {
    text: line.replace(/^:[a-z_]+: /, '').replace(/<[^|>]*\|([^>]*)>/g, '$1'),
    blocks: [context(line), ...retry(row.note)],
  };
}

/** What was given up may be asked for again. */
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

function what(note: CardNoteRow['note']): string {
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
    case 'snoozed':
      return `:zzz: Snoozed until ${localTime(new Date(note.until))}`;
    case 'woken':
      return ':alarm_clock: Woken before its time';
    case 'study_drafted':
      return `:memo: Draft study “${literal(note.name, 150)}” made`;
    case 'linked':
      return `:link: ${link(note)} linked`;
    case 'issue_created':
      return `:ticket: ${link(note)} created`;
    case 'issue_failed':
      return `:warning: No ${literal(note.tracker, 40)} issue was made`;
    case 'work_item_state':
      return `:ticket: ${link(note)} is now ${literal(note.state, 80)}, set`;
  }
}

function why(note: CardNoteRow['note']): string {
  const said = 'note' in note ? note.note : 'reason' in note ? note.reason : undefined;
  return said ? `: ${literal(said, NOTE)}` : '';
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
