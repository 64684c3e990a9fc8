import type { EarlierTurn } from '../../../src/answers/ask/follow-up.js';
import type { Context } from '../../../src/core/context.js';
import { MAX_QUESTION } from '../../../src/core/numbers.js';
import { unescaped } from '../blocks/text.js';
import { answersInThread } from '../queries/answers.js';

/** The plain text of a message: user mentions are removed, links and channels keep their words. */
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
    return `A question may have at most ${MAX_QUESTION} characters; this one has ${question.length}.`;
  }
  return undefined;
}

const CORE =
  words(`ok okay k kk thanks thank thx ty cheers great good nice cool perfect awesome amazing brilliant
  excellent wonderful lovely fantastic super neat sweet fine sure right exactly agreed noted understood gotcha got
  helpful interesting wow haha lol yes yep yeah yup no nope bye goodbye sorry welcome danke merci gracias obrigado grazie tack`);
const FILLER =
  words(`a again all am an and answer belief bot but for from fun have help i i'll i'm is it it's job
  just layer lot love man many mate me morning much my night not now of oh one point problem really so stuff team
  that that's the then this to today too very was well will work worries you you're your day evening`);
const MOST_WORDS = 12;

/**
 * True if a message is only a courtesy or an emoji ("great, thank you", "ok", ":+1:"): people write these to a bot
 * as they do to each other, and expect no answer.
 */
export function isCourtesy(said: string): boolean {
  if (/[?？؟]/.test(said)) return false;
  const found =
    said
      .toLowerCase()
      .replaceAll('’', "'")
      .replace(/:[\w+'-]+:/g, ' ')
      .match(/[\p{L}\p{N}']+/gu) ?? [];
  if (found.length === 0) return said.trim() !== '';
  return (
    found.length <= MOST_WORDS &&
    found.some((word) => CORE.has(word)) &&
    found.every((word) => CORE.has(word) || FILLER.has(word))
  );
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

/** A place for a conversation: a thread, or the direct messages with one user. */
export interface Conversation {
  channelId: string;
  /** The thread's first message, or `IN_LINE`. */
  thread: string;
}

/** Stands for a thread in direct messages. */
export const IN_LINE = 'in-line';

const TURNS = 10;
const THREAD_LIVES_MS = 7 * 86_400_000;
/** Milliseconds that a conversation lasts in direct messages, which have no threads. */
const IN_LINE_LIVES_MS = 30 * 60_000;

/** Earlier questions and answers of the conversation, oldest first; empty if the bot has not answered there yet. */
export async function earlierTurns(
  ctx: Context,
  { channelId, thread }: Conversation,
): Promise<EarlierTurn[]> {
  const livesMs = thread === IN_LINE ? IN_LINE_LIVES_MS : THREAD_LIVES_MS;
  const since = new Date(ctx.now.getTime() - livesMs);
  const rows = await ctx.db.rows(answersInThread, channelId, thread, since, TURNS);
  return rows
    .reverse()
    .map(({ question, answer }) => (answer === null ? { question } : { question, answer }));
}
