import { ask } from '../../../src/ask/ask.js';
import { readSettings } from '../../../src/settings/team-settings.js';
import { answerMessage } from '../messages/answer-message.js';
import { questionOf, questionProblem } from '../question.js';
import type { EventHandler } from './event-handler.js';

/** Answers in the thread of the mention: one message, edited into the answer. */
export const appMention: EventHandler = async (slack, ctx, _person, event) => {
  const { channel, ts, thread_ts: thread = ts } = event;
  if (!channel || !thread) return;
  const question = questionOf(event.text ?? '');
  const problem = questionProblem(question);
  const { chat } = slack.client;
  await slack.pace.turn(channel);
  const first = await chat.postMessage({
    channel,
    thread_ts: thread,
    text: problem ?? 'Searching what people said…',
    unfurl_links: false,
    unfurl_media: false,
  });
  if (problem || !first.ts) return;
  try {
    const answer = await ask(ctx, question);
    const settings = await readSettings(ctx.db);
    const showQuotes = await slack.channels.showsQuotes(slack, channel, settings);
    const view = { now: ctx.now, names: settings.names, showQuotes };
    const message = answerMessage(answer, { ...view, question });
    await chat.update({ channel, ts: first.ts, ...message });
  } catch (error) {
    const text = 'The search failed. Please ask again in a moment.';
    await chat.update({ channel, ts: first.ts, text });
    throw error;
  }
};
