import { answerThere } from '../conversation/answer-there.js';
import { askForStudy } from '../files/ask-for-study.js';
import { interviewFilesOf, refuseOtherFiles } from '../files/sent-files.js';
import { questionOf } from '../question.js';
import type { EventHandler } from './event-handler.js';

/** Answers in the thread of the mention; where interview files came with it, asks where they belong. */
export const appMention: EventHandler = async (slack, ctx, person, event) => {
  const { channel, ts, thread_ts: thread = ts } = event;
  if (!channel || !ts || !thread) return;
  const at = { channelId: channel, thread };
  const files = interviewFilesOf(event);
  if (files.length > 0) return askForStudy(slack, ctx, person, at, { ts, files });
  refuseOtherFiles(event);
  await answerThere(slack, ctx, at, {
    question: questionOf(event.text ?? ''),
    askedBy: person.userId,
    messageTs: ts,
  });
};
