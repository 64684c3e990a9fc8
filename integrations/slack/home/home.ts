import type { HomeView } from '@slack/types';
import { z } from 'zod';
import { deedsOf, snoozedCards } from '../../../db/queries/slack-home.js';
import { homeShown } from '../../../db/queries/slack-homes.js';
import type { Context } from '../../../src/context.js';
import { readSettings } from '../../../src/settings/team-settings.js';
import type { HomePage } from '../actions/click.js';
import { connections } from '../connection/connections.js';
import { slackFailure } from '../connection/slack-failure.js';
import { renderingHash } from '../messages/card-message.js';
import { homeView } from '../messages/home-view.js';
import type { Person } from '../people/people.js';
import { showPeople } from '../people/show-people.js';
import { askToDrawHomes } from '../publish/ask-to-draw-homes.js';
import type { Slack } from '../slack.js';
import { type Inbox, readInbox } from './inbox.js';

export const HomePageShown = z.object({ filter: z.string(), page: z.number().int().min(0) });

/** Parts of the inbox read already, by page: what several people look at is read once. */
export type Inboxes = Map<string, Promise<Inbox>>;

/** Which page a person was on, as their Home carries it; the first of everything where it carries none. */
export function homePage(privateMetadata: string | undefined): HomePage {
  try {
    return HomePageShown.parse(JSON.parse(privateMetadata ?? ''));
  } catch {
    return { filter: 'all', page: 0 };
  }
}

/**
 * Draws a person's App Home afresh from the database, and remembers that they look at it. Throws Slack's error; where
 * Slack only wants a pause first, it is drawn after that.
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
  const shown = [workspaceId, person.userId, page] as const;
  try {
    await slack.client.views.publish({ user_id: person.userId, view });
  } catch (error) {
    const { kind, retryAfterMs = 0 } = slackFailure(error);
    if (kind === 'waiting') {
      await ctx.db.row(homeShown, ...shown, null, ctx.now);
      await askToDrawHomes(ctx, new Date(Date.now() + retryAfterMs));
    }
    throw error;
  }
  await ctx.db.row(homeShown, ...shown, hash, ctx.now);
}

export interface DrawnHome {
  view: HomeView;
  page: HomePage;
  /** Of what it looks like, without its version and its notice. */
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
  if (!inboxes.has(key)) inboxes.set(key, readInbox(ctx, wanted));
  const [inbox, snoozed, deeds, health] = await Promise.all([
    inboxes.get(key)!,
    ctx.db.rows(snoozedCards),
    ctx.db.rows(deedsOf, person.userId),
    connections(slack, ctx, settings),
  ]);
  const material = { ...inbox, snoozed, deeds, health, mayChangeSettings: person.isAdmin };
  const options = {
    now: ctx.now,
    trackers: [...slack.trackers.values()],
    showQuotes: true,
    names: settings.names,
  };
  const version = ctx.now.getTime();
  const [view, plain] = await showPeople(ctx, settings.names, [
    homeView(notice ? { ...material, notice } : material, { ...options, version }),
    homeView(material, { ...options, version: 0 }),
  ] as const);
  return { view, page: inbox.page, hash: renderingHash(plain) };
}
