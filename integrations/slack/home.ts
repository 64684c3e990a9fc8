import { z } from 'zod';
import { deedsOf, inboxCards, inboxCounts, snoozedCards } from '../../db/queries/slack-home.js';
import type { Context } from '../../src/context.js';
import type { HomePage } from './actions/click.js';
import { type CardMaterial, readCardMaterial } from './card-material.js';
import { HOME_PAGE_SIZE, type HomeMaterial, homeView } from './messages/home-view.js';
import type { Person } from './people.js';
import type { Slack } from './slack.js';

const Page = z.object({ filter: z.string(), page: z.number().int().min(0) });

/** Which page a person was on, as their Home carries it; the first of everything where it carries none. */
export function homePage(privateMetadata: string | undefined): HomePage {
  try {
    return Page.parse(JSON.parse(privateMetadata ?? ''));
  } catch {
    return { filter: 'all', page: 0 };
  }
}

/** Draws a person's App Home afresh from the database. */
export async function publishHome(
  slack: Slack,
  ctx: Context,
  person: Person,
  page: HomePage,
  notice?: string,
): Promise<void> {
  const material = await readHome(slack, ctx, person, page);
  const view = homeView(notice ? { ...material, notice } : material, {
    now: ctx.now,
    version: ctx.now.getTime(),
    trackers: [...slack.trackers.values()],
    showQuotes: true,
  });
  await slack.client.views.publish({ user_id: person.userId, view });
}

async function readHome(
  slack: Slack,
  ctx: Context,
  person: Person,
  wanted: HomePage,
): Promise<HomeMaterial> {
  const [counts, snoozed, deeds] = await Promise.all([
    ctx.db.rows(inboxCounts),
    ctx.db.rows(snoozedCards),
    ctx.db.rows(deedsOf, person.userId),
  ]);
  const ofType = counts.find(({ type }) => type === wanted.filter);
  const total = ofType?.count ?? counts.reduce((sum, { count }) => sum + count, 0);
  // the page may have emptied since it was drawn
  const last = Math.max(0, Math.ceil(total / HOME_PAGE_SIZE) - 1);
  const page = { filter: ofType ? wanted.filter : 'all', page: Math.min(wanted.page, last) };
  const ids = await ctx.db.rows(
    inboxCards,
    ofType?.type ?? null,
    HOME_PAGE_SIZE,
    page.page * HOME_PAGE_SIZE,
  );
  const cards = await Promise.all(
    ids.map(({ actionCardId }) => readCardMaterial(ctx, actionCardId)),
  );
  return {
    page,
    counts,
    snoozed,
    deeds,
    cards: cards.filter((card): card is CardMaterial => card !== undefined),
    health: connections(slack),
  };
}

function connections(slack: Slack): HomeMaterial['health'] {
  const trackers = [...slack.trackers.values()].map(({ name }) => ({
    name,
    status: { ok: true, detail: 'configured' },
  }));
  const api = { ok: true, detail: `${slack.publicUrl}/docs` };
  return [
    { name: 'Slack', status: slack.health.status() },
    ...trackers,
    { name: 'API', status: api },
  ];
}
