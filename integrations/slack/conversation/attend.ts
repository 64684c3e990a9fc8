import type { Context } from '../../../src/context.js';
import type { SlackEvent } from '../events/event-handler.js';
import { askForStudy } from '../files/ask-for-study.js';
import { interviewFilesOf, refuseOtherFiles } from '../files/sent-files.js';
import type { Person } from '../people/people.js';
import { questionOf } from '../question.js';
import type { Slack } from '../slack.js';
import { answerThere } from './answer-there.js';
import { isCourtesy } from './is-courtesy.js';

/** Answers what somebody said to us, in `at`; where interview files came with it, asks where they belong. */
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
  await answerThere(slack, ctx, at, { question, askedBy: person.userId, messageTs: ts });
}
