import { cardsWithNotes } from '../../../db/queries/card-notes.js';
import { enqueue, enqueueMany } from '../../../db/queries/enqueue.js';
import {
  channelElsewhere,
  lostClaims,
  outdatedMessages,
} from '../../../db/queries/slack-messages.js';
import type { Context } from '../../../src/context.js';
import { type JobHandler, RetryLater } from '../../../src/jobs/index.js';
import { CARD_NOTE, cardsChanged } from '../../../src/outbox.js';
import { readSettings } from '../../../src/settings/team-settings.js';
import { slackFailure } from '../connection/slack-failure.js';
import { CLAIM_SETTLES_MS } from '../settings.js';
import type { Slack } from '../slack.js';
import { actOnFailure } from './act-on-failure.js';
import { channelOf } from './channel-of.js';
import { postNext } from './post-next.js';
import { settleClaims } from './settle-claims.js';
import { troubleOver } from './troubles.js';

export const POST_CARDS = 'slack-post-cards';

/** Asked for again while it runs, it runs once more; there is never more than one for a team. */
export const askToPost = (ctx: Pick<Context, 'db'>): Promise<void> =>
  enqueue(ctx.db, { kind: POST_CARDS, key: POST_CARDS });

/** Brings the channel up to date: settles lost answers, redraws what is outdated, posts what is new. */
export const postCards = (slack: Slack): JobHandler => ({
  kind: POST_CARDS,
  async run(ctx) {
    const settings = await readSettings(ctx.db);
    const channelId = channelOf(slack, settings);
    if (!channelId) return;
    try {
      const { workspaceId } = await slack.connection.connect();
      if (await ctx.db.row(channelElsewhere, workspaceId, channelId)) {
        return await troubleOver(ctx, slack, 'channel'); // this workspace has App Home and its questions
      }
      await settleClaims(ctx, slack, workspaceId, channelId);
      await makeUp(ctx, slack, workspaceId);
      const place = { workspaceId, channelId };
      if (await postNext(ctx, slack, place, settings)) await askToPost(ctx);
      const [unanswered] = await ctx.db.rows(lostClaims, workspaceId, channelId, 0);
      if (unanswered) throw new RetryLater(CLAIM_SETTLES_MS, 'an answer of Slack is missing');
    } catch (error) {
      await actOnFailure(ctx, slack, slackFailure(error), channelId);
    }
  },
});

/** Does what could not be done while Slack was out of reach. */
async function makeUp(ctx: Context, slack: Slack, workspaceId: string): Promise<void> {
  const outdated = await ctx.db.rows(outdatedMessages, workspaceId);
  // while something is wrong, one is enough to find out whether it still is
  const tried = slack.health.status().ok ? outdated : outdated.slice(0, 1);
  await cardsChanged(ctx, tried);
  const untold = await ctx.db.rows(cardsWithNotes);
  await enqueueMany(
    ctx.db,
    CARD_NOTE,
    untold.map(({ actionCardId }) => ({ key: actionCardId, payload: { actionCardId } })),
  );
}
