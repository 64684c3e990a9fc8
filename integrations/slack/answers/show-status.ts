import type { Slack } from '../connection/slack.js';
import { slackFailure } from '../connection/slack-failure.js';
import { IN_LINE } from '../requests/earlier-answers.js';
import type { There } from './show-there.js';

/** Shown by Slack after the name of the app. */
const STATUS = 'is searching what people said…';

/**
 * Shows natively, under a thread, that an answer is being looked for; Slack removes it with the
 * app's next message there. False if it cannot be shown: not in a thread, or not in this workspace.
 */
export async function showStatus(
  { client, log }: Slack,
  { channelId, thread }: There,
): Promise<boolean> {
  if (thread === IN_LINE) return false;
  try {
    await client.assistant.threads.setStatus({
      channel_id: channelId,
      thread_ts: thread,
      status: STATUS,
    });
    return true;
  } catch (error) {
    log.debug({ reason: slackFailure(error).code }, 'no native status; a notice is posted');
    return false;
  }
}
