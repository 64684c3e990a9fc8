import type { KnownBlock } from '@slack/types';
import type { CardNoteRow } from '../../../db/queries/card-notes.js';
import { localTime } from './age.js';
import type { Message } from './card-message.js';
import { actorName } from './history-line.js';
import { escaped, label, ours } from './text.js';

/** Longest note or reason in a thread; the card's Details have all of it. */
const NOTE = 400;
const LINK = 1000;

const RESOLVED = {
  followed: 'Resolved as handled',
  dismissed: 'Dismissed',
  contacted: 'Resolved as contacted',
} as const;
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
    blocks: [
      { type: 'context', elements: [{ type: 'mrkdwn', text: line, verbatim: true }] },
      ...retry(row.note),
    ],
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
      return `:memo: Draft study “${escaped(label(note.name, 150))}” made`;
    case 'linked':
      return `:link: ${link(note)} linked`;
    case 'issue_created':
      return `:ticket: ${link(note)} created`;
    case 'issue_failed':
      return `:warning: No ${escaped(label(note.tracker, 40))} issue was made`;
    case 'work_item_state':
      return `:ticket: ${link(note)} is now ${escaped(label(note.state, 80))}, set`;
  }
}

function why(note: CardNoteRow['note']): string {
  const said = 'note' in note ? note.note : 'reason' in note ? note.reason : undefined;
  return said ? `: ${escaped(label(said, NOTE))}` : '';
}

/** Its address is a checked http or https one; what could end the link early is percent-encoded. */
function link({ tracker, name, url }: { tracker?: string | undefined; name: string; url: string }) {
  const called = escaped(label(tracker ? `${tracker} ${name}` : name, 120)).replaceAll('|', '¦');
  const address = escaped(url).replaceAll('|', '%7C');
  return address.length > LINK || !/^https?:/.test(url) ? called : `<${address}|${called}>`;
}
