import type { EntityMetadata, LinkUnfurls } from '@slack/types';
import type { Context } from '../../../src/core/context.js';
import { readSettings } from '../../../src/core/team-settings.js';
import type { Audience } from '../blocks/quotes.js';
import { showPeople } from '../blocks/show-people.js';
import type { Slack } from '../connection/slack.js';
import { failureIn } from '../connection/slack-failure.js';
import { takeAgain } from '../queries/requests.js';
import type { EventHandler, SlackEvent } from '../requests/handlers.js';
import { type LinkSubject, readLinked, subjectOfLink } from './linked.js';
import { unfurlBlocks } from './unfurl-blocks.js';
import { workObject } from './work-object.js';

/** A message with more links than this is a list, and previews below it would only be in the way. */
const MOST_LINKS = 2;

/**
 * Unfurls links to beliefs, studies and recommendations. A link shown in the channel within the last half hour is
 * not unfurled again, and a link to something the team does not have stays a plain link.
 */
export const linkShared: EventHandler = async (slack, ctx, _person, event) => {
  const links = event.links ?? [];
  if (links.length > MOST_LINKS) return;
  const view = await unfurlView(slack, ctx, event);
  const unfurls: LinkUnfurls = {};
  const entities: EntityMetadata[] = [];
  for (const { url } of links) {
    const subject = subjectOfLink(slack.publicUrl, url);
    if (!subject || !(await isNews(ctx, event, subject))) continue;
    const linked = await readLinked(ctx, subject);
    if (!linked) continue;
    unfurls[url] = { blocks: unfurlBlocks(linked, view) };
    // everyone in the channel sees a preview: quotes are left to each person's own panel
    const entity = await workObject(ctx, linked, url, { ...view, showQuotes: false });
    entities.push({ ...entity, app_unfurl_url: url });
  }
  if (entities.length > 0) {
    await unfurl(slack, event, await showPeople(ctx, view.names, unfurls), entities);
  }
};

/**
 * Sends the previews as Work Objects and as blocks. A workspace without Work Objects shows the blocks; if it
 * refuses the call because of the Work Objects, the blocks are sent alone.
 */
async function unfurl(
  slack: Slack,
  event: SlackEvent,
  unfurls: LinkUnfurls,
  entities: EntityMetadata[],
): Promise<void> {
  const { channel, message_ts: ts, unfurl_id, source } = event;
  const place =
    channel && ts && !inComposer(event)
      ? { channel, ts }
      : unfurl_id && source && { unfurl_id, source };
  if (!place) return;
  try {
    await slack.client.chat.unfurl({ ...place, unfurls, metadata: { entities } });
  } catch (error) {
    if (failureIn(error)?.kind !== 'refused') throw error;
    await slack.client.chat.unfurl({ ...place, unfurls });
  }
}

/** True while a message is being composed: its channel is not known yet. */
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
