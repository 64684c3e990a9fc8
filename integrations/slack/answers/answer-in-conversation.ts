import { type Context, inTransaction } from '../../../src/core/context.js';
import type { Slack } from '../connection/slack.js';
import { failureIn, slackFailure } from '../connection/slack-failure.js';
import { takeRequest } from '../queries/requests.js';
import { type Conversation, IN_LINE, questionProblem } from '../requests/question.js';
import { answerGiven, type DeferredAnswer, deferAnswer, notGiven } from './deferred-answer.js';
import { giveAnswer } from './give-answer.js';
import {
  type ConversationReply,
  postInConversation,
  showInConversation,
} from './show-in-conversation.js';

const NOTICE = { text: 'Searching what people said…' };

interface Asked {
  question: string;
  askedBy: string;
  /** The message with the question. It is answered once, even if several events report it. */
  messageTs: string;
}

/**
 * Answers in the conversation of the question. In the meantime, Slack's own status shows that we are working; if it
 * cannot, a notice is posted and then edited into the answer.
 */
export async function answerInConversation(
  slack: Slack,
  ctx: Context,
  { channelId, thread }: Conversation,
  { question, askedBy, messageTs }: Asked,
): Promise<void> {
  const { workspaceId } = await slack.connection.connect();
  const key = `${channelId}:${messageTs}`;
  let reply: ConversationReply = { kind: 'there', channelId, thread, askedTs: messageTs };
  const owed = (): DeferredAnswer => ({ key, workspaceId, question, askedBy, reply });
  const problem = questionProblem(question);
  const first = await inTransaction(ctx, async (tx) => {
    const taken = await tx.db.row(takeRequest, `question:${key}`);
    if (taken && !problem) await deferAnswer(tx, owed());
    return taken;
  });
  if (!first) return;
  if (problem) {
    await showInConversation(slack, key, reply, { text: problem });
    return;
  }
  try {
    if (!(await showStatus(slack, reply))) {
      reply = { ...reply, noticeTs: await postInConversation(slack, key, reply, NOTICE) };
      await deferAnswer(ctx, owed());
    }
    await giveAnswer(slack, ctx, owed());
  } catch (error) {
    // if Slack did not accept it, the answer stays deferred
    if (failureIn(error)) throw await notGiven(ctx, owed(), error);
    await showInConversation(slack, key, reply, {
      text: 'The search failed. Please ask again in a moment.',
    });
    await answerGiven(ctx, owed());
    throw error;
  }
}

/** Slack shows this after the name of the app. */
const STATUS = 'is searching what people said…';

/**
 * Shows Slack's own status under a thread while an answer is being looked for; Slack removes it with the app's next
 * message there. False if it cannot be shown: not in a thread, or not in this workspace.
 */
async function showStatus(
  { client, log }: Slack,
  { channelId, thread }: ConversationReply,
): Promise<boolean> {
  if (thread === IN_LINE) return false;
  try {
    await client.assistant.threads.setStatus({
      channel_id: channelId,
      thread_ts: thread,
      status: STATUS,
    });
    return true;
  } catch (error) {
    log.debug({ reason: slackFailure(error).code }, 'no native status; a notice is posted');
    return false;
  }
}
