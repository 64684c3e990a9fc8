import type { Message } from './message.js';
import { mrkdwn, ours } from './text.js';

/** Says that a study is drafted, with a button that opens it. */
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
