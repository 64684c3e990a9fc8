import type { Message } from './card-message.js';
import { context, literal } from './text.js';

/** An answer with who asked for it; named, for a mention would notify them. */
export const sharedAnswerMessage = (answer: Message, askedBy: string): Message => ({
  text: answer.text,
  blocks: [context(`:speech_balloon: Asked by ${literal(askedBy, 80)}`), ...answer.blocks],
});
