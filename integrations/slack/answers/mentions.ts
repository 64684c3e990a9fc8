import type { Context } from '../../../src/core/context.js';
import type { Person } from '../connection/people.js';
import type { Slack } from '../connection/slack.js';
import { askForStudy } from '../files/ask-for-study.js';
import { interviewFilesOf, refuseOtherFiles } from '../files/sent-files.js';
import { IN_LINE } from '../requests/earlier-answers.js';
import type { SlackEvent } from '../requests/event-handler.js';
import { isCourtesy } from '../requests/is-courtesy.js';
import { questionOf } from '../requests/question.js';
import { answerThere } from './answer-there.js';
import { isStop } from './is-stop.js';
import { beQuiet } from './thread-talk.js';

/** Answers a message to the bot in `at`; if interview files came with it, asks which study they belong to. */
export async function attend(
  slack: Slack,
  ctx: Context,
  person: Person,
  at: { channelId: string; thread: string },
  event: SlackEvent & { ts: string },
): Promise<void> {
  const { ts } = event;
  const files = interviewFilesOf(event);
  if (files.length > 0) return askForStudy(slack, ctx, person, at, { ts, files });
  refuseOtherFiles(event);
  const question = questionOf(event.text ?? '');
  if (isCourtesy(question)) return;
  if (at.thread !== IN_LINE && isStop(question)) return beQuiet(slack, at, person.userId);
  await answerThere(slack, ctx, at, { question, askedBy: person.userId, messageTs: ts });
}
