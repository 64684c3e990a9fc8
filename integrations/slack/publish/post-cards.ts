import { enqueue } from '../../../db/queries/enqueue.js';
import {
  lostClaims,
  nextCardToPost,
  outdatedMessages,
  postedToday,
} from '../../../db/queries/slack-messages.js';
import type { Context } from '../../../src/context.js';
import { type JobHandler, RetryLater } from '../../../src/jobs/index.js';
import { cardChanged } from '../../../src/outbox.js';
import { CARDS_PER_DAY, CLAIM_SETTLES_MS } from '../settings.js';
import type { Slack } from '../slack.js';
import { actOnFailure, failureOf } from './act-on-failure.js';
import { postOnce } from './post-once.js';
import { renderCard } from './render-card.js';
import { settleClaims } from './settle-claims.js';

export const POST_CARDS = 'slack-post-cards';

/** Asked for again while it runs, it runs once more; there is never more than one for a team. */
export const askToPost = (ctx: Pick<Context, 'db'>): Promise<void> =>
  enqueue(ctx.db, { kind: POST_CARDS, key: POST_CARDS });

/** Posts before the job hands over to the next run, so that it never outstays its lease. */
const POSTS_A_RUN = 20;

/** Brings the channel up to date: settles lost answers, redraws what is outdated, posts what is new. */
export const postCards = (slack: Slack): JobHandler => ({
  kind: POST_CARDS,
  async run(ctx) {
    const { channelId } = slack.settings;
    if (!channelId) return;
    try {
      const { workspaceId } = await slack.connection.connect();
      await settleClaims(ctx, slack, workspaceId, channelId);
      const outdated = await ctx.db.rows(outdatedMessages, workspaceId);
      // while something is wrong, one is enough to find out whether it still is
      const tried = slack.health.status().ok ? outdated : outdated.slice(0, 1);
      for (const { actionCardId } of tried) await cardChanged(ctx, actionCardId);
      if (await postNext(ctx, slack, workspaceId, channelId)) await askToPost(ctx);
      const [unanswered] = await ctx.db.rows(lostClaims, workspaceId, channelId, 0);
      if (unanswered) throw new RetryLater(CLAIM_SETTLES_MS, 'an answer of Slack is missing');
    } catch (error) {
      actOnFailure(slack, failureOf(error));
    }
  },
});

/** Posts in rank order; true where there is more to post. */
async function postNext(
  ctx: Context,
  slack: Slack,
  workspaceId: string,
  channelId: string,
): Promise<boolean> {
  const showQuotes = !(await slack.channels.isShared(slack, channelId));
  const today = await ctx.db.row(postedToday, workspaceId, channelId);
  const room = CARDS_PER_DAY - (today?.count ?? 0);
  for (let posted = 0; posted < Math.min(room, POSTS_A_RUN); posted++) {
    const next = await ctx.db.row(nextCardToPost, workspaceId, channelId);
    if (!next) return false;
    const rendering = await renderCard(ctx, slack, next.actionCardId, 0, showQuotes);
    if (!rendering) return false;
    const place = {
      workspaceId,
      channelId,
      subjectType: 'action_card' as const,
      subjectId: next.actionCardId,
    };
    try {
      await postOnce(ctx, slack, place, rendering.message, rendering.hash);
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind !== 'refused') throw error;
      actOnFailure(slack, failure); // this card is marked and said; the next one may pass
    }
  }
  return room > POSTS_A_RUN;
}
