import { digestShown, outdatedDigests } from '../../../db/queries/digest.js';
import { POSTS_CHANGED } from '../../../src/core/announce.js';
import type { Context } from '../../../src/core/context.js';
import type { JobHandler } from '../../../src/jobs/index.js';
import type { Message } from '../blocks/message.js';
import type { Slack } from '../connection/slack.js';
import { slackFailure } from '../connection/slack-failure.js';
import { actOnFailure, mayWorkAgain } from '../delivery/act-on-failure.js';
import { UPDATES } from '../delivery/post-once.js';
import { storedDigest } from '../digest/proposals.js';
import { redrawResults } from '../files/show-files.js';
import { answerShown, outdatedAnswers } from '../queries/answers.js';
import { storedMessage } from './share-answer.js';

/**
 * Redraws posted answers, digests and results of files whose text has changed: after an erasure they no longer show
 * the person's words.
 */
export const redrawPosts = (slack: Slack): JobHandler => ({
  kind: POSTS_CHANGED,
  async run(ctx) {
    try {
      const { workspaceId } = await slack.connection.connect();
      for (const answer of await ctx.db.rows(outdatedAnswers, workspaceId)) {
        const { answerId, askedBy, sharedAt, channelId: channel, messageTs: ts, version } = answer;
        const sharedBy = sharedAt ? (await slack.people.find(askedBy, undefined)).name : undefined;
        const message = storedMessage(answerId, answer, sharedBy);
        if (await update(ctx, slack, { channel, ts }, message)) {
          await ctx.db.row(answerShown, answerId, version);
        }
      }
      for (const digest of await ctx.db.rows(outdatedDigests, workspaceId)) {
        const { channelId: channel, slot, ts, version } = digest;
        if (await update(ctx, slack, { channel, ts }, await storedDigest(ctx, digest.message))) {
          await ctx.db.row(digestShown, workspaceId, channel, slot, version);
        }
      }
      await redrawResults(slack, ctx);
    } catch (error) {
      await actOnFailure(ctx, slack, slackFailure(error));
    }
  },
});

/**
 * True if the message shows the new version, or never can; false if it can once someone has fixed the Slack
 * problem.
 */
async function update(
  ctx: Context,
  slack: Slack,
  { channel, ts }: { channel: string; ts: string },
  message: Message,
): Promise<boolean> {
  slack.pace.passUnlessPaused(UPDATES);
  try {
    await slack.client.chat.update({ channel, ts, ...message });
    return true;
  } catch (error) {
    const failure = slackFailure(error);
    if (failure.kind === 'waiting') slack.pace.pause(UPDATES, failure.retryAfterMs ?? 0);
    await actOnFailure(ctx, slack, failure, channel);
    return !(await mayWorkAgain(ctx, slack, failure, channel));
  }
}
