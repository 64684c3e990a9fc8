import type { Context } from '../../../src/context.js';
import { RetryLater } from '../../../src/jobs/index.js';
import { NotConnected } from '../connection.js';
import type { Slack } from '../slack.js';
import { type SlackFailure, slackFailure } from '../slack-failure.js';
import { troubleBegan } from './troubles.js';

/** How long a job waits where Slack gives no time of its own. */
const WAIT_MS = 15_000;

/** The failure behind an error of ours or of Slack's client; anything else is thrown on. */
export const failureOf = (error: unknown): SlackFailure =>
  error instanceof NotConnected ? error.failure : slackFailure(error);

/**
 * What every outgoing job does about a failure: come back later where waiting helps (nothing is lost,
 * no attempt is spent), else say once what is wrong and let the job end.
 * Throws RetryLater.
 */
export async function actOnFailure(
  ctx: Context,
  slack: Slack,
  failure: SlackFailure,
): Promise<void> {
  switch (failure.kind) {
    case 'waiting':
    case 'unclear':
      throw new RetryLater(failure.retryAfterMs ?? WAIT_MS, `Slack: ${failure.code}`);
    case 'broken':
      return troubleBegan(ctx, slack, 'workspace', failure);
    case 'channel':
      return troubleBegan(ctx, slack, 'channel', failure);
    case 'gone':
      return;
    case 'refused':
      slack.log.error({ code: failure.code }, 'Slack refused a message');
  }
}
