import { enqueue } from '../../../db/queries/enqueue.js';
import { troubleFound, troubleGone } from '../../../db/queries/slack-troubles.js';
import type { Context } from '../../../src/context.js';
import type { SlackFailure } from '../connection/slack-failure.js';
import type { Slack } from '../slack.js';
import { askToDrawHomes } from './ask-to-draw-homes.js';

export const TELL_TROUBLE = 'slack-tell-trouble';

const PLACES = ['workspace', 'channel', 'history'] as const;
type Place = (typeof PLACES)[number];

/** A place of this workspace: a team may have several, and each has its own troubles and admins. */
const placeOf = ({ settings }: Slack, place: Place): string =>
  settings.installed ? `${place} ${settings.installed.workspaceId}` : place;

/** Every place where something may be wrong with this workspace. */
export const placesOf = (slack: Slack): string[] => PLACES.map((place) => placeOf(slack, place));

/** Something is wrong until somebody acts: the log says so, App Home too, and an admin is told once. */
export async function troubleBegan(
  ctx: Context,
  slack: Slack,
  place: Place,
  failure: SlackFailure,
): Promise<void> {
  slack.health.failed(place, failure);
  if (!(await ctx.db.row(troubleFound, placeOf(slack, place), failure.code, ctx.now))) return;
  await enqueue(ctx.db, { kind: TELL_TROUBLE, key: TELL_TROUBLE });
  await askToDrawHomes(ctx);
}

/** It works: whatever any process had found wrong there is over. */
export async function troubleOver(ctx: Context, slack: Slack, place: Place): Promise<void> {
  slack.health.works(place);
  if (await ctx.db.row(troubleGone, placeOf(slack, place))) await askToDrawHomes(ctx);
}
