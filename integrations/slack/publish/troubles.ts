import { enqueue } from '../../../db/queries/enqueue.js';
import { troubleFound, troubleGone } from '../../../db/queries/slack-troubles.js';
import type { Context } from '../../../src/context.js';
import type { Slack } from '../slack.js';
import type { SlackFailure } from '../slack-failure.js';
import { askToDrawHomes } from './ask-to-draw-homes.js';

export const TELL_TROUBLE = 'slack-tell-trouble';

type Place = 'workspace' | 'channel' | 'history';

/** Something is wrong until somebody acts: the log says so, App Home too, and an admin is told once. */
export async function troubleBegan(
  ctx: Context,
  slack: Slack,
  place: Place,
  failure: SlackFailure,
): Promise<void> {
  slack.health.failed(place, failure);
  if (!(await ctx.db.row(troubleFound, place, failure.code, ctx.now))) return;
  await enqueue(ctx.db, { kind: TELL_TROUBLE, key: TELL_TROUBLE });
  await askToDrawHomes(ctx);
}

/** It works: whatever any process had found wrong there is over. */
export async function troubleOver(ctx: Context, slack: Slack, place: Place): Promise<void> {
  slack.health.works(place);
  if (await ctx.db.row(troubleGone, place)) await askToDrawHomes(ctx);
}
