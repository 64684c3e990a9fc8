import { answerThere } from '../conversation/answer-there.js';
import { questionOf } from '../question.js';
import type { EventHandler } from './event-handler.js';

/** Answers in the thread of the mention. */
export const appMention: EventHandler = async (slack, ctx, person, event) => {
  const { channel, ts, thread_ts: thread = ts } = event;
  if (!channel || !ts || !thread) return;
  await answerThere(
    slack,
    ctx,
    { channelId: channel, thread },
    { question: questionOf(event.text ?? ''), askedBy: person.userId, messageTs: ts },
  );
};
