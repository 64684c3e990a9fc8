import type { JobHandler } from '../../../src/jobs/index.js';
import { contextOf, type Slack } from '../connection/slack.js';
import { slackFailure } from '../connection/slack-failure.js';
import { actOnFailure } from '../delivery/act-on-failure.js';
import { DRAW_HOMES } from '../delivery/request-home-redraw.js';
import { homeRedrawn, openHomes, type SlackHomeRow } from '../queries/home.js';
import { HomePageShown } from '../requests/payloads.js';
import { drawHome, type Inboxes } from './home.js';

/**
 * Hours for which a Home counts as open: Slack reports when it is opened, not when it is left. Reopening it redraws
 * it anyway.
 */
const OPEN_HOURS = 8;

/** Updates every open App Home; unchanged ones are not sent. */
export const drawHomes = (slack: Slack): JobHandler => ({
  kind: DRAW_HOMES,
  async run(ctx) {
    try {
      const { workspaceId } = await slack.connection.connect();
      const homes = await ctx.db.rows(openHomes, workspaceId, OPEN_HOURS);
      if (homes.length > 0) await slack.pace.turn(DRAW_HOMES);
      const inboxes: Inboxes = new Map();
      for (const home of homes) await redraw(slack, workspaceId, home, inboxes);
    } catch (error) {
      await actOnFailure(ctx, slack, slackFailure(error));
    }
  },
});

async function redraw(
  slack: Slack,
  workspaceId: string,
  { userId, page, renderedHash }: SlackHomeRow,
  inboxes: Inboxes,
): Promise<void> {
  const person = await slack.people.find(userId, undefined);
  const ctx = contextOf(slack, { type: 'slack_user', id: userId, name: person.name });
  const shown = HomePageShown.parse(page);
  const { view, hash } = await drawHome(slack, ctx, person, shown, { inboxes });
  if (hash === renderedHash) return;
  try {
    await slack.client.views.publish({ user_id: userId, view });
  } catch (error) {
    if (slackFailure(error).kind !== 'refused') throw error; // this user is gone, but others are not
  }
  await ctx.db.row(homeRedrawn, workspaceId, userId, hash);
}
