import { takeRequest } from '../../../db/queries/slack-requests.js';
import { type Context, inTransaction } from '../../../src/context.js';
import { patiently } from '../connection/patiently.js';
import { questionProblem } from '../question.js';
import type { Slack } from '../slack.js';
import { type Conversation, IN_LINE } from './earlier.js';
import { giveAnswer, showThere } from './give-answer.js';
import { answerGiven, type OwedAnswer, oweAnswer } from './owed-answer.js';

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
  const reply = { kind: 'there' as const, channelId, thread };
  const owed: OwedAnswer = { key, workspaceId, question, askedBy, reply };
  const problem = questionProblem(question);
  const first = await inTransaction(ctx, async (tx) => {
    const taken = await tx.db.row(takeRequest, `question:${key}`);
    if (taken && !problem) await oweAnswer(tx, owed);
    return taken;
  });
  if (!first) return;
  if (problem) return showThere(slack, reply, { text: problem });

  const noticeTs = await postNotice(slack, reply);
  const noticed: OwedAnswer = { ...owed, reply: { ...reply, noticeTs } };
  await oweAnswer(ctx, noticed);
  try {
    await giveAnswer(slack, ctx, noticed);
  } catch (error) {
    const text = 'The search failed. Please ask again in a moment.';
    await showThere(slack, { ...reply, noticeTs }, { text });
    await answerGiven(ctx, owed);
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
