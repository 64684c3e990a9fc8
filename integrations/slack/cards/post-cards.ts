import { cardsWithNotes } from '../../../db/queries/card-notes.js';
import { firstWaitingCards, outdatedDigests } from '../../../db/queries/digest.js';
import { enqueue, enqueueMany } from '../../../db/queries/enqueue.js';
import {
  channelElsewhere,
  channelFilled,
  fillChannel,
  listWaiting,
  nextCardToPost,
  postedEver,
  postedToday,
} from '../../../db/queries/slack-channel-cards.js';
import {
  lostClaims,
  messagesOfSubject,
  outdatedMessages,
  pendingMessages,
} from '../../../db/queries/slack-messages.js';
import {
  CARD_NOTE,
  cardsChanged,
  PUBLISH_CARDS,
  postsChanged,
} from '../../../src/core/announce.js';
import type { Context } from '../../../src/core/context.js';
import { invalidRequest, notFound } from '../../../src/core/errors.js';
import { FIRST_CARDS, URGENT_TIER } from '../../../src/core/numbers.js';
import { readSettings, type TeamSettings } from '../../../src/core/team-settings.js';
import { type JobHandler, RetryLater } from '../../../src/jobs/index.js';
import { historyLine } from '../blocks/history-line.js';
import { showPeople } from '../blocks/show-people.js';
import { itemLink } from '../blocks/text.js';
import { CLAIM_IN_DOUBT_MS } from '../connection/app-settings.js';
import { permalinkOf } from '../connection/permalink.js';
import type { Slack } from '../connection/slack.js';
import { slackFailure } from '../connection/slack-failure.js';
import { actOnFailure } from '../delivery/act-on-failure.js';
import { clearProblem } from '../delivery/admin-alerts.js';
import { recoverLostClaims } from '../delivery/lost-claims.js';
import { postOnce } from '../delivery/post-once.js';
import { askToDrawHomes } from '../delivery/request-home-redraw.js';
import { channelOf, isQuiet, timeZoneOf } from '../delivery/when-to-write.js';
import { waitingListMessage } from '../digest/digest-message.js';
import { outdatedAnswers } from '../queries/answers.js';
import type { Action } from '../requests/handlers.js';
import { readCardMaterial } from './card-material.js';
import { renderCard } from './card-message.js';

export const POST_CARDS = 'slack-post-cards';

/** Requests a run. If requested during a run, it runs once more afterwards; a team never has more than one. */
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
        return await clearProblem(ctx, slack, 'channel'); // this workspace has only App Home and questions
      }
      await recoverLostClaims(ctx, slack, workspaceId, channelId);
      await catchUp(ctx, slack, workspaceId);
      const place = { workspaceId, channelId };
      if (await postNext(ctx, slack, place, settings)) await askToPost(ctx);
      const [unanswered] = await ctx.db.rows(lostClaims, workspaceId, channelId, 0);
      if (unanswered) throw new RetryLater(CLAIM_IN_DOUBT_MS, 'a response from Slack is missing');
    } catch (error) {
      await actOnFailure(ctx, slack, slackFailure(error), channelId);
    }
  },
});

/** Catches up on work that failed while Slack was unreachable. */
async function catchUp(ctx: Context, slack: Slack, workspaceId: string): Promise<void> {
  const outdated = await ctx.db.rows(outdatedMessages, workspaceId);
  // during an outage, one attempt is enough to find out if it is over
  const tried = slack.health.status().ok ? outdated : outdated.slice(0, 1);
  await cardsChanged(ctx, tried);
  const answers = await ctx.db.rows(outdatedAnswers, workspaceId);
  const digests = await ctx.db.rows(outdatedDigests, workspaceId);
  if (answers.length + digests.length > 0) await postsChanged(ctx);
  const untold = await ctx.db.rows(cardsWithNotes);
  await enqueueMany(
    ctx.db,
    CARD_NOTE,
    untold.map(({ actionCardId }) => ({ key: actionCardId, payload: { actionCardId } })),
  );
}

/** Rechecks every posted card and posts new ones; runs after an import, and daily because displayed ages change. */
export const publishCards = (): JobHandler => ({
  kind: PUBLISH_CARDS,
  async run(ctx) {
    await cardsChanged(ctx, await ctx.db.rows(pendingMessages));
    await askToPost(ctx);
    await askToDrawHomes(ctx);
  },
});

/** Maximum posts per run, so that the job never outlives its lease. */
const POSTS_A_RUN = 20;
const ANY_TIER = 10;

interface Channel {
  workspaceId: string;
  channelId: string;
}

/**
 * Posts new cards in rank order; true if there is more to post. A new channel gets the most urgent cards and a list
 * of the rest. From then on, urgent cards are posted at once, and others up to the team's daily limit
 * (docs/decisions/slack-noise.md).
 */
async function postNext(
  ctx: Context,
  slack: Slack,
  channel: Channel,
  settings: TeamSettings,
): Promise<boolean> {
  if (isQuiet(settings.quietHours, timeZoneOf(slack, settings), ctx.now)) return false;
  const place = [channel.workspaceId, channel.channelId] as const;
  if (!(await ctx.db.row(channelFilled, ...place))) {
    await postFirst(ctx, slack, channel, settings);
    return false;
  }
  const others = (await ctx.db.row(postedToday, ...place, URGENT_TIER))?.count ?? 0;
  let room = settings.cardsPerDay - others;
  for (let posted = 0; posted < POSTS_A_RUN; posted++) {
    const next = await ctx.db.row(nextCardToPost, ...place, room > 0 ? ANY_TIER : URGENT_TIER);
    if (!next) return false;
    await unlessRefused(ctx, slack, postCard(ctx, slack, channel, next.actionCardId, settings));
    if (next.priority > URGENT_TIER) room--;
  }
  return true;
}

/** The first cards of a channel, and one message that lists the rest with a button for each. */
async function postFirst(
  ctx: Context,
  slack: Slack,
  channel: Channel,
  settings: TeamSettings,
): Promise<void> {
  const place = [channel.workspaceId, channel.channelId] as const;
  const before = (await ctx.db.row(postedEver, ...place))?.count ?? 0;
  for (let posted = before; posted < FIRST_CARDS; posted++) {
    const next = await ctx.db.row(nextCardToPost, ...place, ANY_TIER);
    if (!next) break;
    await unlessRefused(ctx, slack, postCard(ctx, slack, channel, next.actionCardId, settings));
  }
  await ctx.db.rows(listWaiting, ...place);
  const waiting = await ctx.db.rows(firstWaitingCards, ...place, ctx.now);
  if (waiting.length > 0) {
    const { names } = settings;
    const list = waitingListMessage(waiting, { now: ctx.now, names });
    const message = await showPeople(ctx, names, list);
    const subject = { subjectType: 'waiting_list' as const, subjectId: 'first' };
    await unlessRefused(
      ctx,
      slack,
      postOnce(ctx, slack, { ...channel, ...subject }, message, 'final'),
    );
  }
  await ctx.db.row(fillChannel, ...place);
}

/** Marks and logs a message that Slack refuses, so that the next one can be posted. */
async function unlessRefused(ctx: Context, slack: Slack, post: Promise<unknown>): Promise<void> {
  try {
    await post;
  } catch (error) {
    const failure = slackFailure(error);
    if (failure.kind !== 'refused') throw error;
    await actOnFailure(ctx, slack, failure);
  }
}

/**
 * Posts a card to a channel. Returns false if it is already there or does not exist. Throws Slack's error if the
 * call failed.
 */
async function postCard(
  ctx: Context,
  slack: Slack,
  { workspaceId, channelId }: { workspaceId: string; channelId: string },
  actionCardId: string,
  settings: TeamSettings,
): Promise<boolean> {
  const showQuotes = await slack.channels.showsQuotes(channelId, settings);
  const view = { showQuotes, names: settings.names };
  const rendering = await renderCard(ctx, slack, actionCardId, 0, view);
  if (!rendering) return false;
  const place = {
    workspaceId,
    channelId,
    subjectType: 'action_card' as const,
    subjectId: actionCardId,
  };
  return postOnce(ctx, slack, place, rendering.message, rendering.hash);
}

/** Posts a card to the channel when the digest only lists it. */
export const showCard: Action = async ({ slack, ctx, subjectId, channelId, tell }) => {
  if (!channelId) throw invalidRequest('Press this in the channel where the digest was posted.');
  const material = await readCardMaterial(ctx, subjectId);
  if (!material) throw notFound('action card', subjectId);
  // the list stays as posted, and the card may have been handled in App Home since then
  if (material.card.resolvedAt) {
    const [last] = material.history;
    return tell(`This card is no longer waiting.${last ? ` ${historyLine(last, 'named')}` : ''}`);
  }
  const { workspaceId } = await slack.connection.connect();
  const settings = await readSettings(ctx.db);
  const posted = await postCard(ctx, slack, { workspaceId, channelId }, subjectId, settings);
  if (posted) return;
  const messages = await ctx.db.rows(messagesOfSubject, 'action_card', subjectId);
  const ts = messages.find((one) => one.channelId === channelId)?.ts;
  const url = ts ? await permalinkOf(slack, channelId, ts) : undefined;
  await tell(`This card is already in the channel${url ? `: ${itemLink(url, 'open it')}` : ''}.`);
};
