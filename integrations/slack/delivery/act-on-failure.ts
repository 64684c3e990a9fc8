import type { Context } from '../../../src/core/context.js';
import { readSettings } from '../../../src/core/team-settings.js';
import { RetryLater } from '../../../src/jobs/index.js';
import { isAboutScope } from '../connection/health.js';
import type { Slack } from '../connection/slack.js';
import type { SlackFailure } from '../connection/slack-failure.js';
import { reportProblem } from './admin-alerts.js';
import { channelOf } from './when-to-write.js';

/** Milliseconds that a job waits if Slack does not state a time. */
const WAIT_MS = 15_000;

/**
 * Handles a failure of an outgoing job. Retries later if waiting helps (nothing is lost, and no attempt is used);
 * otherwise reports it once and lets the job end. Throws RetryLater. `channelId` is the target channel: only
 * problems with the channel for cards are reported to an admin.
 */
export async function actOnFailure(
  ctx: Context,
  slack: Slack,
  failure: SlackFailure,
  channelId?: string,
): Promise<void> {
  retryLaterIfUseful(failure);
  switch (failure.kind) {
    case 'broken':
      if (isAboutScope(failure.code)) return; // the client has already reported it (admin-alerts.ts)
      return reportProblem(ctx, slack, 'workspace', failure);
    case 'channel':
      if (await mayWorkAgain(ctx, slack, failure, channelId)) {
        await reportProblem(ctx, slack, 'channel', failure);
      }
      return;
    case 'gone':
      return;
    case 'late':
    case 'refused':
      slack.log.error({ code: failure.code }, 'Slack refused a message');
  }
}

/** Throws RetryLater if Slack asks us to come back, or may have done it without our knowing. */
export function retryLaterIfUseful({ kind, code, retryAfterMs }: SlackFailure): void {
  if (kind !== 'waiting' && kind !== 'unclear') return;
  throw new RetryLater(retryAfterMs ?? WAIT_MS, `Slack: ${code}`);
}

/**
 * True if the failed operation will work again once someone fixes the cause. No one fixes a channel other than the
 * one for cards: its messages are from before the team changed channels.
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
