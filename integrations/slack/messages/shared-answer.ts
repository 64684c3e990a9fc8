import type { Message } from './card-message.js';
import { escaped, label } from './text.js';

/** An answer with who asked what, for people who did not see the question. */
export const sharedAnswerMessage = (
  answer: Message,
  { askedBy, question }: { askedBy: string; question: string },
): Message => ({
  text: answer.text,
  blocks: [
    {
      type: 'context',
      elements: [
        {
          type: 'mrkdwn',
          text: `:speech_balloon: <@${askedBy}> asked: ${escaped(label(question, 500))}`,
        },
      ],
    },
    ...answer.blocks,
  ],
});
