import { MAX_QUESTION } from '../../src/decisions.js';
import { isCourtesy } from './conversation/is-courtesy.js';
import { unescaped } from './messages/text.js';

/** What a person wrote, without Slack's markup: mentions of people go, links and channels keep their words. */
export const questionOf = (text: string): string =>
  unescaped(
    text
      .replace(/<@[^>]*>/g, ' ')
      .replace(/<[^>|]*\|([^>]*)>/g, '$1')
      .replace(/<((?:https?|mailto):[^>]*)>/g, '$1')
      .replace(/<[!#][^>]*>/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim();

/** What people write to a bot to see what it does. */
const GREETING = /^(?:hi|hello|hey|help|help me|what can you do)[\s!.?]*$/i;

const HELP =
  'What would you like to know? Try `/ask what are the biggest problems?`, or ask right here: I answer with what people said, word for word. Drop an interview here to have it read; cards and settings are in my Home tab.';

/** Why a question cannot be asked, or undefined where it can. */
export function questionProblem(question: string): string | undefined {
  if (question === '' || GREETING.test(question) || isCourtesy(question)) return HELP;
  if (question.length > MAX_QUESTION) {
    return `A question may have ${MAX_QUESTION} characters; this one has ${question.length}.`;
  }
  return undefined;
}
