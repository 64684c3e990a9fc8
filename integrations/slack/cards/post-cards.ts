import { cardsWithNotes } from '../../../db/queries/card-notes.js';
import { enqueue, enqueueMany } from '../../../db/queries/enqueue.js';
import {
  channelElsewhere,
  lostClaims,
  outdatedMessages,
} from '../../../db/queries/slack-messages.js';
import type { Context } from '../../../src/core/context.js';
import { CARD_NOTE, cardsChanged } from '../../../src/core/outbox.js';
import { readSettings } from '../../../src/core/team-settings.js';
import { type JobHandler, RetryLater } from '../../../src/jobs/index.js';
import { CLAIM_SETTLES_MS } from '../connection/app-settings.js';
import type { Slack } from '../connection/slack.js';
import { slackFailure } from '../connection/slack-failure.js';
import { actOnFailure } from '../delivery/act-on-failure.js';
import { troubleOver } from '../delivery/admin-alerts.js';
import { channelOf } from '../delivery/channel-of.js';
import { settleClaims } from '../delivery/settle-claims.js';
import { postNext } from './post-next.js';

export const POST_CARDS = 'slack-post-cards';

/** Requested while it runs, it runs once more; a team never has more than one. */
export const askToPost = (ctx: Pick<Context, 'db'>): Promise<void> =>
  enqueue(ctx.db, { kind: POST_CARDS, key: POST_CARDS });

/** Brings the channel up to date: settles posts with lost responses, redraws outdated cards, posts new ones. */
export const postCards = (slack: Slack): JobHandler => ({
  kind: POST_CARDS,
  async run(ctx) {
    const settings = await readSettings(ctx.db);
    const channelId = channelOf(slack, settings);
    if (!channelId) return;
    try {
      const { workspaceId } = await slack.connection.connect();
      if (await ctx.db.row(channelElsewhere, workspaceId, channelId)) {
        return await troubleOver(ctx, slack, 'channel'); // this workspace has only App Home and questions
      }
      await settleClaims(ctx, slack, workspaceId, channelId);
      await makeUp(ctx, slack, workspaceId);
      const place = { workspaceId, channelId };
      if (await postNext(ctx, slack, place, settings)) await askToPost(ctx);
      const [unanswered] = await ctx.db.rows(lostClaims, workspaceId, channelId, 0);
      if (unanswered) throw new RetryLater(CLAIM_SETTLES_MS, 'a response from Slack is missing');
    } catch (error) {
      await actOnFailure(ctx, slack, slackFailure(error), channelId);
    }
  },
});

/** Catches up on work that failed while Slack was unreachable. */
async function makeUp(ctx: Context, slack: Slack, workspaceId: string): Promise<void> {
  const outdated = await ctx.db.rows(outdatedMessages, workspaceId);
  // during an outage, one attempt is enough to find out whether it is over
  const tried = slack.health.status().ok ? outdated : outdated.slice(0, 1);
  await cardsChanged(ctx, tried);
  const untold = await ctx.db.rows(cardsWithNotes);
  await enqueueMany(
    ctx.db,
    CARD_NOTE,
    untold.map(({ actionCardId }) => ({ key: actionCardId, payload: { actionCardId } })),
  );
}
