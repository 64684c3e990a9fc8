import { randomUUID } from 'node:crypto';
import { databaseUnavailable } from '../../../src/core/database-unavailable.js';
import { Refusal } from '../../../src/core/errors.js';
import { refusalInWords } from '../blocks/refusal-words.js';
import { ownSentence } from '../blocks/text.js';
import { advice } from '../connection/health.js';
import type { Slack } from '../connection/slack.js';
import { failureIn, type SlackFailure } from '../connection/slack-failure.js';
import { takeRequest } from '../queries/requests.js';

/**
 * Handles a request once, even if Slack repeats it, and tells the user if it failed: after the acknowledgement,
 * nothing else would.
 */
export async function guarded(
  slack: Slack,
  requestKey: string,
  tell: (text: string) => Promise<void>,
  work: () => Promise<void>,
): Promise<void> {
  try {
    const first = await slack.system.team(slack.teamId).row(takeRequest, requestKey);
    if (first) await work();
  } catch (error) {
    await tell(sentenceFor(slack, error)).catch((lost: unknown) =>
      slack.log.warn({ err: lost }, 'could not tell a Slack user what went wrong'),
    );
  }
}

function sentenceFor(slack: Slack, error: unknown): string {
  if (error instanceof Refusal) return ownSentence(refusalInWords(error), 1_500);
  const away = databaseUnavailable(error);
  if (away) return away;
  const failure = failureIn(error);
  const known = failure && slackSentence(slack, failure);
  if (known) return known;
  const reference = randomUUID().slice(0, 8);
  slack.log.error({ err: error, reference }, 'a request from Slack failed');
  return `Something went wrong on our side, and nothing may have changed. Please try again. If it keeps happening, give your admin the reference ${reference}.`;
}

/** Explains a failure between Slack and us to the user; undefined if it is our own bug. */
function slackSentence(slack: Slack, { kind, code }: SlackFailure): string | undefined {
  switch (kind) {
    case 'late':
      return 'Slack allows three seconds to open a window, and this took longer. Please press it again.';
    case 'waiting':
      return 'Slack is rate-limiting us. Wait a minute. If nothing has changed, try again.';
    case 'unclear':
      return 'Slack did not answer in time. Wait a moment. If nothing has changed, try again.';
    case 'broken':
      return `This did not work: ${advice(code, slack.settings.installed?.teamId)}`;
    case 'channel':
      return `Slack does not let Belief Layer post there (${code}). Invite it with /invite, and try again.`;
    case 'gone':
      return 'That message no longer exists.';
    case 'refused':
      return undefined;
  }
}
