import type { JobHandler } from '../../../src/jobs/index.js';
import { failureIn, slackFailure } from '../connection/slack-failure.js';
import { actOnFailure } from '../publish/act-on-failure.js';
import type { Slack } from '../slack.js';
import { giveAnswer } from './give-answer.js';
import { ANSWER_LATE, OwedAnswer } from './owed-answer.js';
import { foundThere } from './show-there.js';

/** Gives the answers that a process owed and did not live to give. */
export const answerLate = (slack: Slack): JobHandler => ({
  kind: ANSWER_LATE,
  async run(ctx, payload) {
    const owed = OwedAnswer.parse(payload);
    try {
      const { workspaceId } = await slack.connection.connect();
      if (workspaceId !== owed.workspaceId) return; // another workspace of the team was asked
      const { key, reply } = owed;
      if (reply.kind === 'there') reply.noticeTs ??= await foundThere(slack, key, reply);
      await giveAnswer(slack, ctx, owed);
    } catch (error) {
      if (owed.reply.kind === 'private' && failureIn(error)?.kind !== 'waiting') {
        // what only one person waited for is not worth more than one try: its address soon ends
        slack.log.warn({ err: error }, 'a late answer could not be given');
        return;
      }
      await actOnFailure(ctx, slack, slackFailure(error));
    }
  },
});
