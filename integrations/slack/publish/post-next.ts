import {
  channelFilled,
  fillChannel,
  nextCardToPost,
  postedToday,
} from '../../../db/queries/slack-messages.js';
import type { Context } from '../../../src/context.js';
import type { TeamSettings } from '../../../src/settings/team-settings.js';
import { slackFailure } from '../connection/slack-failure.js';
import { isQuiet } from '../schedules/quiet-hours.js';
import type { Slack } from '../slack.js';
import { actOnFailure } from './act-on-failure.js';
import { timeZoneOf } from './channel-of.js';
import { postCard } from './post-card.js';

/** Posts before the job hands over to the next run, so that it never outstays its lease. */
const POSTS_A_RUN = 20;
/** Cards of these tiers are posted at once; the others wait for the digest. */
const URGENT_PRIORITY = 2;
const ANY_PRIORITY = 10;

interface Channel {
  workspaceId: string;
  channelId: string;
}

/**
 * Posts new cards in rank order; true where there is more to post. A channel that never had any is filled
 * with whatever ranks highest; from then on only what is urgent comes at once, and the rest waits for the
 * digest (docs/decisions/slack-noise.md).
 */
export async function postNext(
  ctx: Context,
  slack: Slack,
  channel: Channel,
  settings: TeamSettings,
): Promise<boolean> {
  if (isQuiet(settings.quietHours, timeZoneOf(slack, settings), ctx.now)) return false;
  const place = [channel.workspaceId, channel.channelId] as const;
  const filled = await ctx.db.row(channelFilled, ...place);
  const before = (await ctx.db.row(postedToday, ...place))?.count ?? 0;
  const room = settings.cardsPerDay - before;
  const priority = filled ? URGENT_PRIORITY : ANY_PRIORITY;
  let more = room > POSTS_A_RUN;
  for (let posted = 0; posted < Math.min(room, POSTS_A_RUN); posted++) {
    const next = await ctx.db.row(nextCardToPost, ...place, priority);
    if (!next) {
      more = false;
      break;
    }
    try {
      await postCard(ctx, slack, channel, next.actionCardId, settings);
    } catch (error) {
      const failure = slackFailure(error);
      if (failure.kind !== 'refused') throw error;
      await actOnFailure(ctx, slack, failure); // this card is marked and said; the next one may pass
    }
  }
  if (!more && !filled) await ctx.db.row(fillChannel, ...place, ctx.now);
  return more;
}
