import { z } from 'zod';
import { advice } from '../connection/health.js';
import type { Slack } from '../connection/slack.js';
import type { Workspaces } from './workspaces.js';
import { workspaceOf } from './workspaces.js';

const Removal = z.object({
  /** Time of the event, in epoch seconds. */
  event_time: z.number().optional(),
  event: z.discriminatedUnion('type', [
    z.object({ type: z.literal('app_uninstalled') }),
    z.object({
      type: z.literal('tokens_revoked'),
      tokens: z.object({ bot: z.array(z.string()).nullish() }),
    }),
  ]),
});

/** The events by which a workspace removes the app or revokes our token. */
export const REMOVALS: readonly string[] = Removal.shape.event.options.map(
  ({ shape }) => shape.type.value,
);

/**
 * If the event says that the workspace has removed the app, deletes its token, so that nothing more is sent there
 * and its pending jobs end. The team's beliefs and history stay. Returns true for any removal event.
 */
export async function handleUninstall(
  workspaces: Workspaces,
  slack: Slack,
  body: unknown,
): Promise<boolean> {
  const read = Removal.safeParse(body);
  if (!read.success) return false;
  const { event, event_time } = read.data;
  // tokens of individual users are not ours
  if (event.type === 'tokens_revoked' && !event.tokens.bot?.length) return true;
  if (slack === workspaces.own) {
    slack.health.say('workspace', advice('token_revoked'));
    return true;
  }
  const at = event_time === undefined ? new Date() : new Date((event_time + 1) * 1000);
  const workspaceId = workspaceOf(body) ?? '';
  const gone = await workspaces.installed?.untie(slack, workspaceId, at);
  if (gone) slack.log.warn({ teamId: slack.teamId }, 'a Slack workspace removed the app');
  return true;
}
