import type { EarlierTurn } from '../../../src/answers/ask/follow-up.js';
import type { Context } from '../../../src/core/context.js';
import { answersInThread } from '../queries/answers.js';

/** A place that holds a conversation: a thread, or the direct messages with one user. */
export interface Conversation {
  channelId: string;
  /** The thread's first message, or `IN_LINE`. */
  thread: string;
}

/** Stands for a thread in direct messages. */
export const IN_LINE = 'in-line';

const TURNS = 10;
const THREAD_LIVES_MS = 7 * 86_400_000;
/** Direct messages have no thread, so a time limit defines the conversation. */
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
