import { takeRequest } from '../../../db/queries/slack-requests.js';
import { type Context, inTransaction } from '../../../src/context.js';
import { patiently } from '../connection/patiently.js';
import { failureIn } from '../connection/slack-failure.js';
import { questionProblem } from '../question.js';
import type { Slack } from '../slack.js';
import { type Conversation, IN_LINE } from './earlier.js';
import { giveAnswer, showThere } from './give-answer.js';
import { answerGiven, notGiven, type OwedAnswer, oweAnswer } from './owed-answer.js';

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
  let reply: Extract<OwedAnswer['reply'], { kind: 'there' }> = { kind: 'there', channelId, thread };
  const owed = (): OwedAnswer => ({ key, workspaceId, question, askedBy, reply });
  const problem = questionProblem(question);
  const first = await inTransaction(ctx, async (tx) => {
    const taken = await tx.db.row(takeRequest, `question:${key}`);
    if (taken && !problem) await oweAnswer(tx, owed());
    return taken;
  });
  if (!first) return;
  if (problem) return showThere(slack, reply, { text: problem });
  try {
    reply = { ...reply, noticeTs: await postNotice(slack, reply) };
    await oweAnswer(ctx, owed());
    await giveAnswer(slack, ctx, owed());
  } catch (error) {
    // what Slack did not take is owed still
    if (failureIn(error)) throw await notGiven(ctx, owed(), error);
    await showThere(slack, reply, { text: 'The search failed. Please ask again in a moment.' });
    await answerGiven(ctx, owed());
    throw error;
  }
}

async function postNotice(slack: Slack, { channelId, thread }: Conversation): Promise<string> {
  await slack.pace.turn(channelId);
  const { ts = '' } = await patiently(() =>
    slack.client.chat.postMessage({
      channel: channelId,
      ...(thread === IN_LINE ? {} : { thread_ts: thread }),
      text: 'Searching what people said…',
      unfurl_links: false,
      unfurl_media: false,
    }),
  );
  return ts;
}
