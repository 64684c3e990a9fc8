import { MAX_QUESTION } from '../../../src/core/decisions.js';
import { unescaped } from '../blocks/text.js';
import { isCourtesy } from './is-courtesy.js';

/** The plain text of a message: mentions of people are removed, links and channels keep their words. */
export const questionOf = (text: string): string =>
  unescaped(
    text
      .replace(/<@[^<>]*>/g, ' ')
      .replace(/<[^<>|]*\|([^<>]*)>/g, '$1')
      .replace(/<((?:https?|mailto):[^<>]*)>/g, '$1')
      .replace(/<[!#][^<>]*>/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim();

/** Greetings and test messages that people send a bot to see what it does. */
const GREETING = /^(?:hi|hello|hey|help|help me|what can you do)[\s!.?]*$/i;

const HELP =
  'What would you like to know? Try `/ask what are the biggest problems?`, or ask right here: I answer with what people said, word for word. Drop an interview here to have it read; cards and settings are in my Home tab.';

/** The reason why a question cannot be answered, or undefined if it can. */
export function questionProblem(question: string): string | undefined {
  if (question === '' || GREETING.test(question) || isCourtesy(question)) return HELP;
  if (question.length > MAX_QUESTION) {
    return `A question may have ${MAX_QUESTION} characters; this one has ${question.length}.`;
  }
  return undefined;
}
