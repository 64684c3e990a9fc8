import type { Context } from '../../../src/context.js';
import { RetryLater } from '../../../src/jobs/index.js';
import { readSettings } from '../../../src/settings/team-settings.js';
import type { SlackFailure } from '../connection/slack-failure.js';
import type { Slack } from '../slack.js';
import { channelOf } from './channel-of.js';
import { troubleBegan } from './troubles.js';

/** How long a job waits where Slack gives no time of its own. */
const WAIT_MS = 15_000;

/**
 * What every outgoing job does about a failure: come back later where waiting helps (nothing is lost,
 * no attempt is spent), else say once what is wrong and let the job end. Throws RetryLater.
 * @param channelId where it was to be shown: only the channel for cards is somebody's trouble
 */
export async function actOnFailure(
  ctx: Context,
  slack: Slack,
  failure: SlackFailure,
  channelId?: string,
): Promise<void> {
  comeBackWhereWaitingHelps(failure);
  switch (failure.kind) {
    case 'broken':
      return troubleBegan(ctx, slack, 'workspace', failure);
    case 'channel':
      if (await mayWorkAgain(ctx, slack, failure, channelId)) {
        await troubleBegan(ctx, slack, 'channel', failure);
      }
      return;
    case 'gone':
      return;
    case 'late':
    case 'refused':
      slack.log.error({ code: failure.code }, 'Slack refused a message');
  }
}

/** Throws RetryLater where Slack asks us to come back, or may have done it without our knowing. */
export function comeBackWhereWaitingHelps({ kind, code, retryAfterMs }: SlackFailure): void {
  if (kind !== 'waiting' && kind !== 'unclear') return;
  throw new RetryLater(retryAfterMs ?? WAIT_MS, `Slack: ${code}`);
}

/**
 * Whether what failed works again once somebody has acted. Nobody acts on a channel that is not the one for
 * cards: what stands there was left behind when the team chose another one.
 */
export async function mayWorkAgain(
  ctx: Context,
  slack: Slack,
  { kind }: SlackFailure,
  channelId: string | undefined,
): Promise<boolean> {
  if (kind !== 'channel') return kind === 'broken';
  return channelId !== undefined && channelId === channelOf(slack, await readSettings(ctx.db));
}
