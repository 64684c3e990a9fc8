import type { Message } from './message.js';
import { bold, line, quoted, richText } from './rich-text.js';
import { mrkdwn } from './text.js';

/** A reply that includes a note that could not be saved, so that the user need not type it again. */
export const withKeptNote = (answer: string, note: string): Message => ({
  text: answer,
  blocks: [
    { type: 'section', text: mrkdwn(answer) },
    richText(line(bold('Your note was not saved. This is what you wrote:')), quoted(note)),
  ],
});
