import { answersInThread } from '../../../db/queries/slack-answers.js';
import type { EarlierTurn } from '../../../src/ask/follow-up.js';
import type { Context } from '../../../src/context.js';

/** Where a conversation goes on: a thread, or the app's own conversation with one person. */
export interface Conversation {
  channelId: string;
  /** The thread's first message, or `IN_LINE`. */
  thread: string;
}

/** Stands for the thread of what is said in the app's own conversation with a person. */
export const IN_LINE = 'in-line';

const TURNS = 10;
const THREAD_LIVES_MS = 7 * 86_400_000;
/** Without a thread to hold a conversation together, time does. */
const IN_LINE_LIVES_MS = 30 * 60_000;

/** What was asked and answered there before, the oldest first; empty where we have not answered yet. */
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
