import { randomUUID } from 'node:crypto';
import { takeRequest } from '../../../db/queries/slack-requests.js';
import { Refusal } from '../../../src/errors.js';
import { noDatabase } from '../../../src/no-database.js';
import { advice } from '../connection/advice.js';
import { failureIn, type SlackFailure } from '../connection/slack-failure.js';
import { literal } from '../messages/text.js';
import type { Slack } from '../slack.js';

/**
 * Runs what a request asks for, once however often Slack sends it, and tells the person where it did
 * not work: after the acknowledgement nobody else would.
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
      slack.log.warn({ err: lost }, 'a person in Slack could not be told what went wrong'),
    );
  }
}

function sentenceFor(slack: Slack, error: unknown): string {
  if (error instanceof Refusal) return literal(error.message, 1_500);
  const away = noDatabase(error);
  if (away) return away;
  const failure = failureIn(error);
  const known = failure && slackSentence(slack, failure);
  if (known) return known;
  const reference = randomUUID().slice(0, 8);
  slack.log.error({ err: error, reference }, 'a request from Slack failed');
  return `Something went wrong on our side, and nothing may have changed. Please try again; if it stays, tell your admin the reference ${reference}.`;
}

/** What is between Slack and us, for whoever pressed; undefined where it is a mistake of ours. */
function slackSentence(slack: Slack, { kind, code }: SlackFailure): string | undefined {
  switch (kind) {
    case 'late':
      return 'Slack gives three seconds to open a window, and they were over. Please press it again.';
    case 'waiting':
      return 'Slack asks us to slow down. Look again in a minute, and press it again only where nothing has changed.';
    case 'unclear':
      return 'Slack did not answer us in time. Look again in a moment, and press it again only where nothing has changed.';
    case 'broken':
      return `This did not work: ${advice(code, slack.settings.installed?.teamId)}`;
    case 'channel':
      return `Slack does not let Belief Layer post there (${code}). Invite it with /invite, and try again.`;
    case 'gone':
      return 'The message that this is about is not there any more.';
    case 'refused':
      return undefined;
  }
}
