import { enqueue } from '../../../db/queries/enqueue.js';
import type { Context } from '../../../src/core/context.js';
import { BOT_SCOPES, type ScopeWatch } from '../connection/client.js';
import { advice } from '../connection/health.js';
import { contextOf, type Slack } from '../connection/slack.js';
import type { SlackFailure } from '../connection/slack-failure.js';
import { troubleFound, troubleGone } from '../queries/admin-alerts.js';
import { askToDrawHomes } from './request-home-redraw.js';

export const ADMIN_ALERT = 'slack-tell-trouble';

type Place = 'workspace' | 'channel' | 'history' | `scope:${string}`;

/** Each scope is a separate problem, so that an admin is alerted once per scope. */
const scopes: readonly Place[] = ['', ...BOT_SCOPES].map((scope) => `scope:${scope}` as const);
const PLACES: readonly Place[] = ['workspace', 'channel', 'history', ...scopes];

/**
 * The place of a missing scope, from the scopes that Slack says a call needs: one scope, or several of which one is
 * enough.
 */
const scopePlace = (needed: string): `scope:${string}` =>
  `scope:${needed.split(',').find((scope) => BOT_SCOPES.includes(scope)) ?? ''}`;

/** The place, qualified by workspace: a team may have several workspaces, each with its own problems and admins. */
const placeOf = ({ settings }: Slack, place: Place): string =>
  settings.installed ? `${place} ${settings.installed.workspaceId}` : place;

/** Every place that can have a problem in this workspace. */
export const placesOf = (slack: Slack): string[] => PLACES.map((place) => placeOf(slack, place));

/** Records a problem that someone must fix: logs it, shows it in App Home, and alerts an admin once. */
export async function reportProblem(
  ctx: Context,
  slack: Slack,
  place: Place,
  failure: SlackFailure,
): Promise<void> {
  slack.health.failed(place, failure);
  if (!(await ctx.db.row(troubleFound, placeOf(slack, place), failure.code, ctx.now))) return;
  await enqueue(ctx.db, { kind: ADMIN_ALERT, key: ADMIN_ALERT });
  await askToDrawHomes(ctx);
}

/** Clears a problem at this place, even if another process recorded it. */
export async function clearProblem(ctx: Context, slack: Slack, place: Place): Promise<void> {
  slack.health.works(place);
  if (await ctx.db.row(troubleGone, placeOf(slack, place))) await askToDrawHomes(ctx);
}

/** Records that a call lacked a scope. Other calls work, so the bot still counts as healthy. */
async function scopeMissing(ctx: Context, slack: Slack, place: Place): Promise<void> {
  const code = `missing_scope${place.replace(/^scope/, '').replace(/:$/, '')}`;
  if (!(await ctx.db.row(troubleFound, placeOf(slack, place), code, ctx.now))) return;
  slack.log.error({ place }, `Slack: ${advice(code, slack.settings.installed?.teamId)}`);
  await enqueue(ctx.db, { kind: ADMIN_ALERT, key: ADMIN_ALERT });
  await askToDrawHomes(ctx);
}

async function scopeGranted(ctx: Context, slack: Slack, place: Place): Promise<void> {
  if (await ctx.db.row(troubleGone, placeOf(slack, place))) await askToDrawHomes(ctx);
}

/** Clears the problems of scopes granted since; Slack lists the granted scopes in every response. */
export async function scopesGranted(
  ctx: Context,
  slack: Slack,
  granted: readonly string[],
): Promise<void> {
  for (const scope of BOT_SCOPES) {
    if (granted.includes(scope)) await scopeGranted(ctx, slack, `scope:${scope}`);
  }
}

/**
 * Methods whose missing scope is reported separately: without it, messages with lost responses cannot be looked up.
 */
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set([
  'conversations.history',
  'conversations.replies',
]);

/** Alerts an admin once per scope that any call lacked. */
export function watchScopes(slackOf: () => Slack): ScopeWatch {
  const missing = new Map<string, ReturnType<typeof scopePlace>>();
  const note = (work: (slack: Slack) => Promise<void>): void => {
    const slack = slackOf();
    work(slack).catch((error: unknown) =>
      slack.log.warn({ err: error }, 'could not record a missing Slack scope'),
    );
  };
  const ctxOf = (slack: Slack) => contextOf(slack, { type: 'service', id: 'slack', name: 'Slack' });
  return {
    missing(method, needed) {
      if (missing.has(method) || TOLD_ELSEWHERE.has(method)) return;
      const place = scopePlace(needed);
      missing.set(method, place);
      note((slack) => scopeMissing(ctxOf(slack), slack, place));
    },
    works(method) {
      const place = missing.get(method);
      if (place === undefined) return;
      missing.delete(method);
      note((slack) => scopeGranted(ctxOf(slack), slack, place));
    },
  };
}
