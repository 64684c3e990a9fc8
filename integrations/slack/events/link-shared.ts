import type { LinkUnfurls } from '@slack/types';
import { beliefByRef, cardBeliefs } from '../../../db/queries/card-material.js';
import { takeAgain } from '../../../db/queries/slack-requests.js';
import type { Context } from '../../../src/context.js';
import { Refusal } from '../../../src/errors.js';
import { readRecommendation } from '../../../src/recommendations/read-recommendation.js';
import { readSettings } from '../../../src/settings/team-settings.js';
import { readSignalPacket } from '../../../src/signals/read-signal-packet.js';
import type { Audience } from '../messages/quotes.js';
import { recommendationUnfurl, signalUnfurl } from '../messages/unfurl-blocks.js';
import { showPeople } from '../people/show-people.js';
import type { Slack } from '../slack.js';
import type { EventHandler, SlackEvent } from './event-handler.js';
import { type LinkSubject, subjectOfLink } from './subject-of-link.js';

/** A message full of links is a list, and what unfolds below it would only be in the way. */
const MOST_LINKS = 2;

/**
 * Unfolds links to beliefs and recommendations. What the channel saw within the last half hour is not
 * shown again, and what a link names but the team does not have stays a link.
 */
export const linkShared: EventHandler = async (slack, ctx, _person, event) => {
  const links = event.links ?? [];
  if (links.length > MOST_LINKS) return;
  const view = await unfurlView(slack, ctx, event);
  const unfurls: LinkUnfurls = {};
  for (const { url } of links) {
    const subject = subjectOfLink(slack.publicUrl, url);
    if (!subject || !(await isNews(ctx, event, subject))) continue;
    const blocks = await blocksOf(ctx, subject, view).catch(nothingThere);
    if (blocks) unfurls[url] = { blocks };
  }
  if (Object.keys(unfurls).length > 0) {
    await unfurl(slack, event, await showPeople(ctx, view.names, unfurls));
  }
};

async function unfurl(slack: Slack, event: SlackEvent, unfurls: LinkUnfurls): Promise<void> {
  const { channel, message_ts: ts, unfurl_id, source } = event;
  if (channel && ts && !inComposer(event)) {
    await slack.client.chat.unfurl({ channel, ts, unfurls });
  } else if (unfurl_id && source) {
    await slack.client.chat.unfurl({ unfurl_id, source, unfurls });
  }
}

/** While a message is written nobody knows where it will stand. */
const inComposer = ({ source }: SlackEvent): boolean => source === 'composer';

async function unfurlView(slack: Slack, ctx: Context, event: SlackEvent): Promise<Audience> {
  const settings = await readSettings(ctx.db);
  const known = event.channel && !inComposer(event);
  const showQuotes = known
    ? await slack.channels.showsQuotes(event.channel ?? '', settings).catch(() => false)
    : settings.quotesInSharedChannels;
  return { now: ctx.now, names: settings.names, showQuotes };
}

const isNews = async (ctx: Context, event: SlackEvent, { kind, id }: LinkSubject) =>
  inComposer(event) ||
  (await ctx.db.row(takeAgain, `unfurl:${event.channel}:${kind}:${id}`, '30 minutes')) !==
    undefined;

async function blocksOf(ctx: Context, { kind, id }: LinkSubject, view: Audience) {
  if (kind === 'recommendation') {
    const recommendation = await readRecommendation(ctx, id);
    return recommendationUnfurl(recommendation, await ctx.db.rows(cardBeliefs, null, id), view);
  }
  const number = /^SIG-(\d{1,9})$/i.exec(id)?.[1];
  const named = number ? await ctx.db.row(beliefByRef, Number(number)) : undefined;
  return signalUnfurl(await readSignalPacket(ctx, named?.signalId ?? id), view);
}

function nothingThere(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}
