import { budgetOf } from '../../../src/analysis/model/asking/budget.js';
import type { Context } from '../../../src/core/context.js';
import type { TeamSettings } from '../../../src/core/team-settings.js';
import { counted } from '../../../src/core/words.js';
import type { Status } from '../connection/health.js';
import { advice } from '../connection/health.js';
import type { Slack } from '../connection/slack.js';
import { failedPushes, troubles } from '../queries/admin-alerts.js';
import { placesOf } from './admin-alerts.js';
import { channelOf } from './when-to-write.js';

export interface NamedStatus {
  name: string;
  status: Status;
  /** URL with details. */
  url?: string;
}

/** The last known state of Slack, the trackers and the model, as reported by any process. */
export async function connections(
  slack: Slack,
  ctx: Context,
  settings: TeamSettings,
): Promise<NamedStatus[]> {
  return [
    { name: 'Slack', status: await slackStatus(slack, ctx, settings) },
    ...(await trackerStatuses(slack, ctx)),
    ...(await modelStatuses(slack, ctx)),
    { name: 'API', status: { ok: true, detail: 'reference' }, url: `${slack.publicUrl}/docs` },
  ];
}

async function slackStatus(slack: Slack, ctx: Context, settings: TeamSettings): Promise<Status> {
  const [trouble] = await ctx.db.rows(troubles, placesOf(slack));
  if (trouble) return { ok: false, detail: advice(trouble.code, slack.settings.installed?.teamId) };
  const status = slack.health.status();
  if (!status.ok || !channelOf(slack, settings)) return status;
  return { ok: true, detail: 'connected' };
}

async function trackerStatuses(slack: Slack, ctx: Context): Promise<NamedStatus[]> {
  if (slack.trackers.size === 0) {
    return [{ name: 'Issue tracker', status: { ok: true, detail: 'not configured' } }];
  }
  const failed = await ctx.db.rows(failedPushes);
  return [...slack.trackers.values()].map(({ provider, name }) => {
    const failure = failed.find((push) => push.provider === provider)?.failure;
    const status = failure
      ? { ok: false, detail: `the last issue could not be created: ${failure}` }
      : { ok: true, detail: 'configured' };
    return { name, status };
  });
}

async function modelStatuses({ models }: Slack, ctx: Context): Promise<NamedStatus[]> {
  if (!models?.language) {
    return [{ name: 'Model', status: { ok: true, detail: 'none; answers are built-in' } }];
  }
  const { isSpent, limit = 0, waiting } = await budgetOf({ ...ctx, models });
  if (isSpent) {
    const rest =
      waiting === 0
        ? 'what the interviews claim will be compared'
        : `${counted(waiting, 'waiting interview')} will be read`;
    const detail = `${models.language.name}: the team's ${limit.toLocaleString('en')} tokens for today are used up (LLM_DAILY_TOKENS); ${rest} after midnight UTC`;
    return [{ name: 'Model', status: { ok: true, detail } }];
  }
  const outcome = models.usage.lastOutcome ?? 'ok';
  const detail =
    outcome === 'ok'
      ? models.language.name
      : `${models.language.name}: the last call failed (${outcome}); built-in answers are used instead`;
  return [{ name: 'Model', status: { ok: outcome === 'ok', detail } }];
}
