import { takeRequest } from '../../../db/queries/slack-requests.js';
import { type Context, inTransaction } from '../../../src/context.js';
import { failureIn } from '../connection/slack-failure.js';
import { questionProblem } from '../question.js';
import type { Slack } from '../slack.js';
import type { Conversation } from './earlier.js';
import { giveAnswer } from './give-answer.js';
import { answerGiven, notGiven, type OwedAnswer, oweAnswer } from './owed-answer.js';
import { postThere, showThere, type There } from './show-there.js';

const NOTICE = { text: 'Searching what people said…' };

export interface Asked {
  question: string;
  askedBy: string;
  /** The message that asks: it is answered once, whichever events tell of it. */
  messageTs: string;
}

/** Answers where the question stands: one message, edited into the answer. */
export async function answerThere(
  slack: Slack,
  ctx: Context,
  { channelId, thread }: Conversation,
  { question, askedBy, messageTs }: Asked,
): Promise<void> {
  const { workspaceId } = await slack.connection.connect();
  const key = `${channelId}:${messageTs}`;
  let reply: There = { kind: 'there', channelId, thread, askedTs: messageTs };
  const owed = (): OwedAnswer => ({ key, workspaceId, question, askedBy, reply });
  const problem = questionProblem(question);
  const first = await inTransaction(ctx, async (tx) => {
    const taken = await tx.db.row(takeRequest, `question:${key}`);
    if (taken && !problem) await oweAnswer(tx, owed());
    return taken;
  });
  if (!first) return;
  if (problem) return showThere(slack, key, reply, { text: problem });
  try {
    reply = { ...reply, noticeTs: await postThere(slack, key, reply, NOTICE) };
    await oweAnswer(ctx, owed());
    await giveAnswer(slack, ctx, owed());
  } catch (error) {
    // what Slack did not take is owed still
    if (failureIn(error)) throw await notGiven(ctx, owed(), error);
    await showThere(slack, key, reply, {
      text: 'The search failed. Please ask again in a moment.',
    });
    await answerGiven(ctx, owed());
    throw error;
  }
}
