import { firstWaitingCards } from '../../../db/queries/digest.js';
import {
  channelFilled,
  fillChannel,
  listWaiting,
  nextCardToPost,
  postedEver,
  postedToday,
} from '../../../db/queries/slack-messages.js';
import type { Context } from '../../../src/core/context.js';
import { FIRST_CARDS, URGENT_TIER } from '../../../src/core/decisions.js';
import type { TeamSettings } from '../../../src/core/team-settings.js';
import { showPeople } from '../blocks/show-people.js';
import type { Slack } from '../connection/slack.js';
import { slackFailure } from '../connection/slack-failure.js';
import { actOnFailure } from '../delivery/act-on-failure.js';
import { timeZoneOf } from '../delivery/channel-of.js';
import { postOnce } from '../delivery/post-once.js';
import { isQuiet } from '../delivery/quiet-hours.js';
import { waitingListMessage } from '../digest/digest-message.js';
import { postCard } from './post-card.js';

/** Posts per run, few enough that the job never outlives its lease. */
const POSTS_A_RUN = 20;
const ANY_TIER = 10;

interface Channel {
  workspaceId: string;
  channelId: string;
}

/**
 * Posts new cards in rank order; true if there is more to post. A new channel gets the most urgent cards and a
 * list of the rest; from then on urgent cards are posted at once, and others up to the team's daily limit
 * (docs/decisions/slack-noise.md).
 */
export async function postNext(
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

/** Marks and logs a message that Slack refuses; the next one may succeed. */
async function unlessRefused(ctx: Context, slack: Slack, post: Promise<unknown>): Promise<void> {
  try {
    await post;
  } catch (error) {
    const failure = slackFailure(error);
    if (failure.kind !== 'refused') throw error;
    await actOnFailure(ctx, slack, failure);
  }
}
