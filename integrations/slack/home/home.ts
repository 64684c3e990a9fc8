import type { HomeView } from '@slack/types';
import { withoutBeliefs } from '../../../src/analysis/synthesize.js';
import type { Context } from '../../../src/core/context.js';
import { readSettings } from '../../../src/core/team-settings.js';
import { showPeople } from '../blocks/show-people.js';
import { type CardMaterial, readCardMaterial } from '../cards/card-material.js';
import { renderingHash } from '../cards/card-message.js';
import type { Person } from '../connection/people.js';
import type { Slack } from '../connection/slack.js';
import { slackFailure } from '../connection/slack-failure.js';
import { connections } from '../delivery/connections.js';
import { askToDrawHomes } from '../delivery/request-home-redraw.js';
import {
  type BeliefCounts,
  beliefCounts,
  beliefsListed,
  themesListed,
} from '../queries/beliefs.js';
import {
  acceptedCards,
  actionsOf,
  homeShown,
  type InboxCount,
  inboxCards,
  inboxCounts,
  snoozedCards,
} from '../queries/home.js';
import type { Action, EventHandler } from '../requests/handlers.js';
import { type HomePage, HomePageShown } from '../requests/payloads.js';
import { BELIEFS_PAGE_SIZE, type BeliefsMaterial, beliefsFilter } from './beliefs-view.js';
import { ACCEPTED_SHOWN, HOME_PAGE_SIZE, homeView } from './home-view.js';

export const appHomeOpened: EventHandler = async (slack, ctx, person, event) => {
  if (event.tab !== 'home') return;
  await publishHome(slack, ctx, person, homePage(event.view?.private_metadata));
};

/** Pages that were already read, so that a page that several users look at is read once. */
export type Inboxes = Map<string, Promise<Inbox>>;

/** The page a user was on, from their Home's metadata; if it has none, the first page of all cards. */
export function homePage(privateMetadata: string | undefined): HomePage {
  try {
    return HomePageShown.parse(JSON.parse(privateMetadata ?? ''));
  } catch {
    return { tab: 'inbox', filter: 'all', page: 0 };
  }
}

/**
 * Redraws a user's App Home from the database, and records that they are looking at it. Throws Slack's error; after
 * a short rate limit, draws it later.
 */
export async function publishHome(
  slack: Slack,
  ctx: Context,
  person: Person,
  wanted: HomePage,
  notice?: string,
): Promise<void> {
  const { workspaceId } = await slack.connection.connect();
  const { view, hash, page } = await drawHome(slack, ctx, person, wanted, { notice });
  const shown = { workspaceId, userId: person.userId, page, now: ctx.now };
  try {
    await slack.client.views.publish({ user_id: person.userId, view });
  } catch (error) {
    const { kind, retryAfterMs = 0 } = slackFailure(error);
    if (kind === 'waiting') {
      await ctx.db.row(homeShown, { ...shown, renderedHash: null });
      await askToDrawHomes(ctx, new Date(Date.now() + retryAfterMs));
    }
    throw error;
  }
  await ctx.db.row(homeShown, { ...shown, renderedHash: hash });
}

interface DrawnHome {
  view: HomeView;
  page: HomePage;
  /** Hash of the visible content, without the version and the notice. */
  hash: string;
}

export async function drawHome(
  slack: Slack,
  ctx: Context,
  person: Person,
  wanted: HomePage,
  { notice, inboxes = new Map() }: { notice?: string | undefined; inboxes?: Inboxes } = {},
): Promise<DrawnHome> {
  const settings = await readSettings(ctx.db);
  const key = JSON.stringify(wanted);
  if (!inboxes.has(key)) {
    inboxes.set(key, wanted.tab === 'beliefs' ? readBeliefs(ctx, wanted) : readInbox(ctx, wanted));
  }
  const [inbox, accepted, snoozed, recentActions, health, noBeliefs] = await Promise.all([
    inboxes.get(key)!,
    readAccepted(ctx, person),
    ctx.db.rows(snoozedCards),
    ctx.db.rows(actionsOf, person.userId),
    connections(slack, ctx, settings),
    withoutBeliefs(ctx),
  ]);
  const mayChangeSettings = person.isAdmin;
  const material = {
    ...inbox,
    accepted,
    snoozed,
    recentActions,
    health,
    noBeliefs,
    mayChangeSettings,
  };
  const options = {
    now: ctx.now,
    trackers: [...slack.trackers.values()],
    showQuotes: true,
    names: settings.names,
    pages: ctx.pages,
  };
  const version = ctx.now.getTime();
  const [view, plain] = await showPeople(ctx, settings.names, [
    homeView(notice ? { ...material, notice } : material, { ...options, version }),
    homeView(material, { ...options, version: 0 }),
  ] as const);
  return { view, page: inbox.page, hash: renderingHash(plain) };
}

interface Inbox {
  /** An existing page: the requested one may have become empty since it was drawn. */
  page: HomePage;
  counts: InboxCount[];
  cards: CardMaterial[];
  /** Number of themes that a user could name; read only for an empty inbox. */
  themesWaiting: number;
  /** Present on the page of beliefs, which shows no cards. */
  beliefs?: BeliefsMaterial;
}

/** One page of the team's beliefs, or of the themes without one. */
async function readBeliefs(ctx: Context, wanted: HomePage): Promise<Inbox> {
  const [inbox, found] = await Promise.all([ctx.db.rows(inboxCounts), ctx.db.row(beliefCounts)]);
  const counts = found as BeliefCounts;
  const filter = beliefsFilter(wanted.filter);
  const last = Math.max(0, Math.ceil(counts[filter] / BELIEFS_PAGE_SIZE) - 1);
  const page = { ...wanted, filter, page: Math.min(wanted.page, last) };
  const rows = [BELIEFS_PAGE_SIZE, page.page * BELIEFS_PAGE_SIZE] as const;
  const beliefs = filter === 'themes' ? [] : await ctx.db.rows(beliefsListed[filter], ...rows);
  const themes = filter === 'themes' ? await ctx.db.rows(themesListed, ...rows) : [];
  return {
    page,
    counts: inbox,
    cards: [],
    themesWaiting: counts.themes,
    beliefs: { page, counts, beliefs, themes },
  };
}

/** One page of the team's pending cards in rank order, of one type or of all. */
async function readInbox(ctx: Context, wanted: HomePage): Promise<Inbox> {
  const counts = await ctx.db.rows(inboxCounts);
  const ofType = counts.find(({ type }) => type === wanted.filter);
  const total = ofType?.count ?? counts.reduce((sum, { count }) => sum + count, 0);
  const last = Math.max(0, Math.ceil(total / HOME_PAGE_SIZE) - 1);
  const filter = ofType ? wanted.filter : 'all';
  const page: HomePage = { tab: 'inbox', filter, page: Math.min(wanted.page, last) };
  const from = page.page * HOME_PAGE_SIZE;
  const ids = await ctx.db.rows(inboxCards, ofType?.type ?? null, HOME_PAGE_SIZE, from);
  const themesWaiting = total === 0 ? ((await ctx.db.row(beliefCounts))?.themes ?? 0) : 0;
  return { page, counts, themesWaiting, cards: await readCards(ctx, ids) };
}

const readAccepted = async (ctx: Context, { userId }: Person): Promise<CardMaterial[]> =>
  readCards(ctx, await ctx.db.rows(acceptedCards, userId, ACCEPTED_SHOWN));

async function readCards(
  ctx: Context,
  ids: readonly { actionCardId: string }[],
): Promise<CardMaterial[]> {
  const cards = await Promise.all(
    ids.map(({ actionCardId }) => readCardMaterial(ctx, actionCardId)),
  );
  return cards.filter((card) => card !== undefined);
}

const INBOX: HomePage = { tab: 'inbox', filter: 'all', page: 0 };

export const changeHomeTab: Action = ({ slack, ctx, person, detail, subjectId }) =>
  publishHome(
    slack,
    ctx,
    person,
    detail === 'beliefs' ? { tab: 'beliefs', filter: subjectId, page: 0 } : INBOX,
  );

export const changeHomeFilter: Action = ({ slack, ctx, person, home, choice }) =>
  publishHome(slack, ctx, person, { ...(home ?? INBOX), filter: choice, page: 0 });

export const turnHomePage: Action = ({ slack, ctx, person, home, subjectId }) =>
  publishHome(slack, ctx, person, { ...(home ?? INBOX), page: Number(subjectId) || 0 });
