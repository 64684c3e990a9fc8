import { randomUUID } from 'node:crypto';
import { takeRequest } from '../../db/queries/slack-requests.js';
import { Refusal } from '../../src/errors.js';
import { NotConnected } from './connection.js';
import { escaped } from './messages/text.js';
import type { Slack } from './slack.js';
import { advice } from './slack-failure.js';

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
  if (error instanceof Refusal) return escaped(error.message);
  if (error instanceof NotConnected) return `This did not work: ${advice(error.failure.code)}`;
  const reference = randomUUID().slice(0, 8);
  slack.log.error({ err: error, reference }, 'a request from Slack failed');
  return `Something went wrong on our side, and nothing may have changed. Please try again; if it stays, tell your admin the reference ${reference}.`;
}
