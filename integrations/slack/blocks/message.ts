import type { KnownBlock } from '@slack/types';
import { bold, line, quoted, richText } from './rich-text.js';
import { mrkdwn, ours } from './text.js';

export interface Message {
  /** A full sentence for notifications and screen readers. */
  text: string;
  blocks: KnownBlock[];
}

/** Reports that a study is drafted, with a button that opens it. */
export const draftedMessage = (text: string, studyId: string): Message => ({
  text,
  blocks: [
    { type: 'section', text: mrkdwn(text) },
    {
      type: 'actions',
      elements: [
        { type: 'button', action_id: 'study.read', value: studyId, text: ours('Read the draft') },
      ],
    },
  ],
});

/**
 * A reply to a modal that was saved. (A bare sentence instead means that it was not saved, and returns its note.)
 */
export const savedMessage = (text: string): Message => ({
  text,
  blocks: [{ type: 'section', text: mrkdwn(text) }],
});

/** A reply that includes a note that could not be saved, so that the user need not type it again. */
export const withKeptNote = (answer: string, note: string): Message => ({
  text: answer,
  blocks: [
    { type: 'section', text: mrkdwn(answer) },
    richText(line(bold('Your note was not saved. This is what you wrote:')), quoted(note)),
  ],
});
