import { takeRequest } from '../../../db/queries/slack-requests.js';
import { askInContext } from '../../../src/ask/ask-in-context.js';
import type { Context } from '../../../src/context.js';
import { readSettings } from '../../../src/settings/team-settings.js';
import { answerButtons, movesOf } from '../messages/answer-buttons.js';
import { answerMessage } from '../messages/answer-message.js';
import { patiently } from '../patiently.js';
import { questionProblem } from '../question.js';
import type { Slack } from '../slack.js';
import { type Conversation, earlierTurns, IN_LINE } from './earlier.js';
import { keepAnswer } from './keep-answer.js';

export interface Asked {
  question: string;
  askedBy: string;
  /** The message that asks: it is answered once, whichever events tell of it. */
  messageTs: string;
}

/** Answers where the question stands: one message, edited into the answer, that knows what was asked before. */
export async function answerThere(
  slack: Slack,
  ctx: Context,
  at: Conversation,
  { question, askedBy, messageTs }: Asked,
): Promise<void> {
  const { channelId, thread } = at;
  if (!(await ctx.db.row(takeRequest, `question:${channelId}:${messageTs}`))) return;
  const { chat } = slack.client;
  const problem = questionProblem(question);
  await slack.pace.turn(channelId);
  const first = await patiently(() =>
    chat.postMessage({
      channel: channelId,
      ...(thread === IN_LINE ? {} : { thread_ts: thread }),
      text: problem ?? 'Searching what people said…',
      unfurl_links: false,
      unfurl_media: false,
    }),
  );
  const { ts } = first;
  if (problem || !ts) return;
  try {
    const earlier = await earlierTurns(ctx, at);
    const answer = await askInContext(ctx, { question, earlier });
    const settings = await readSettings(ctx.db);
    const showQuotes = await slack.channels.showsQuotes(slack, channelId, settings);
    const view = { now: ctx.now, names: settings.names, showQuotes };
    const message = answerMessage(answer, { ...view, question });
    const answerId = await keepAnswer(ctx, { question, askedBy, answer, message, at });
    const buttons = answerButtons(answerId, movesOf(answer), false);
    const blocks = [...message.blocks, buttons];
    await patiently(() => chat.update({ channel: channelId, ts, text: message.text, blocks }));
  } catch (error) {
    const text = 'The search failed. Please ask again in a moment.';
    await patiently(() => chat.update({ channel: channelId, ts, text }));
    throw error;
  }
}
