import type { LinkUnfurls } from '@slack/types';
import { beliefByRef, cardBeliefs } from '../../../db/queries/card-material.js';
import { readRecommendation } from '../../../src/beliefs/recommendations/read-recommendation.js';
import { readSignalPacket } from '../../../src/beliefs/signals/read-signal-packet.js';
import type { Context } from '../../../src/core/context.js';
import { Refusal } from '../../../src/core/errors.js';
import { readSettings } from '../../../src/core/team-settings.js';
import type { Audience } from '../blocks/quotes.js';
import { showPeople } from '../blocks/show-people.js';
import type { Slack } from '../connection/slack.js';
import { takeAgain } from '../queries/requests.js';
import type { EventHandler, SlackEvent } from '../requests/event-handler.js';
import { recommendationUnfurl, signalUnfurl } from './unfurl-blocks.js';

/** The subject of a link into this service. */
interface LinkSubject {
  kind: 'signal' | 'recommendation';
  /** The id, or for a signal its handle too. */
  id: string;
}

const KINDS = { signals: 'signal', recommendations: 'recommendation' } as const;

/** Parses one of our links: the page of a signal or a recommendation, or what is under one in `/v1`. Undefined for any other URL. */
export function subjectOfLink(publicUrl: string, link: string): LinkSubject | undefined {
  if (!URL.canParse(link)) return undefined;
  const { origin, pathname } = new URL(link);
  const base = new URL(publicUrl);
  const root = base.pathname.replace(/\/+$/, '');
  if (origin !== base.origin || !pathname.startsWith(`${root}/`)) return undefined;
  const [area = '', collection = '', id = ''] = pathname.slice(`${root}/`.length).split('/');
  if (area !== 'p' && area !== 'v1') return undefined;
  if (!Object.hasOwn(KINDS, collection) || id === '') return undefined;
  try {
    return { kind: KINDS[collection as keyof typeof KINDS], id: decodeURIComponent(id) };
  } catch {
    return undefined;
  }
}

/** A message with more links than this is a list, and previews below it would only be in the way. */
const MOST_LINKS = 2;

/**
 * Unfolds links to beliefs and recommendations. A link shown in the channel within the last half hour is not
 * unfolded again, and a link to something the team does not have stays a plain link.
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

/** While a message is being composed, its channel is not known. */
const inComposer = ({ source }: SlackEvent): boolean => source === 'composer';

async function unfurlView(slack: Slack, ctx: Context, event: SlackEvent): Promise<Audience> {
  const settings = await readSettings(ctx.db);
  const known = event.channel && !inComposer(event);
  const showQuotes = known
    ? await slack.channels.showsQuotes(event.channel ?? '', settings).catch(() => false)
    : settings.quotesInSharedChannels;
  return { now: ctx.now, names: settings.names, showQuotes, pages: ctx.pages };
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
