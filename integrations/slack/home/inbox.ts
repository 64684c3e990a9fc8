import { type InboxCount, inboxCards, inboxCounts } from '../../../db/queries/slack-home.js';
import type { Context } from '../../../src/context.js';
import type { HomePage } from '../actions/click.js';
import { type CardMaterial, readCardMaterial } from '../card-material.js';
import { HOME_PAGE_SIZE } from '../messages/home-view.js';

export interface Inbox {
  /** The page that there is: the wanted one may have emptied since it was drawn. */
  page: HomePage;
  counts: InboxCount[];
  cards: CardMaterial[];
}

/** One page of the team's pending cards in rank order, of one type or of all. */
export async function readInbox(ctx: Context, wanted: HomePage): Promise<Inbox> {
  const counts = await ctx.db.rows(inboxCounts);
  const ofType = counts.find(({ type }) => type === wanted.filter);
  const total = ofType?.count ?? counts.reduce((sum, { count }) => sum + count, 0);
  const last = Math.max(0, Math.ceil(total / HOME_PAGE_SIZE) - 1);
  const page = { filter: ofType ? wanted.filter : 'all', page: Math.min(wanted.page, last) };
  const from = page.page * HOME_PAGE_SIZE;
  const ids = await ctx.db.rows(inboxCards, ofType?.type ?? null, HOME_PAGE_SIZE, from);
  const cards = await Promise.all(
    ids.map(({ actionCardId }) => readCardMaterial(ctx, actionCardId)),
  );
  return { page, counts, cards: cards.filter((card) => card !== undefined) };
}
