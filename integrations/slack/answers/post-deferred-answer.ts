import type { JobHandler } from '../../../src/jobs/index.js';
import type { Slack } from '../connection/slack.js';
import { failureIn, slackFailure } from '../connection/slack-failure.js';
import { actOnFailure } from '../delivery/act-on-failure.js';
import { DEFERRED_ANSWER, DeferredAnswer } from './deferred-answer.js';
import { giveAnswer } from './give-answer.js';
import { findPostedAnswer } from './show-in-conversation.js';

/** Posts the answers that a process owed when it ended. */
export const postDeferredAnswer = (slack: Slack): JobHandler => ({
  kind: DEFERRED_ANSWER,
  async run(ctx, payload) {
    const owed = DeferredAnswer.parse(payload);
    try {
      const { workspaceId } = await slack.connection.connect();
      if (workspaceId !== owed.workspaceId) return; // the question was asked in another workspace of the team
      const { key, reply } = owed;
      if (reply.kind === 'there') reply.noticeTs ??= await findPostedAnswer(slack, key, reply);
      await giveAnswer(slack, ctx, owed);
    } catch (error) {
      if (owed.reply.kind === 'private' && failureIn(error)?.code === 'no_answer') {
        // Slack may have it: a private answer cannot be looked up, so it is not sent again
        slack.log.warn({ err: error }, 'could not post a deferred answer');
        return;
      }
      await actOnFailure(ctx, slack, slackFailure(error));
    }
  },
});
