import type { Message } from './card-message.js';
import { context, literal } from './text.js';

/** An answer with who asked what, for people who did not see the question; named, for a mention would notify them. */
export const sharedAnswerMessage = (
  answer: Message,
  { askedBy, question }: { askedBy: string; question: string },
): Message => ({
  text: answer.text,
  blocks: [
    context(`:speech_balloon: ${literal(askedBy, 80)} asked: ${literal(question, 500)}`),
    ...answer.blocks,
  ],
});
