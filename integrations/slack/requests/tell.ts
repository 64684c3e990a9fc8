import type { Message } from '../blocks/message.js';
import { mrkdwn } from '../blocks/text.js';
import { respond } from '../connection/respond.js';
import type { Slack } from '../connection/slack.js';

/** A place for a message that only one user sees. */
export interface Addressee {
  userId: string;
  channelId?: string | undefined;
  threadTs?: string | undefined;
  responseUrl?: string | undefined;
}

const asMessage = (answer: string | Message): Message =>
  typeof answer === 'string'
    ? { text: answer, blocks: [{ type: 'section', text: mrkdwn(answer) }] }
    : answer;

/**
 * Sends a message only the user sees, in the same place; if that fails (a response_url expires after half an hour,
 * the bot may not be in the channel), sends a direct message.
 */
export async function tellPerson(
  slack: Slack,
  to: Addressee,
  answer: string | Message,
): Promise<void> {
  const message = asMessage(answer);
  try {
    await tellThere(slack, to, message);
  } catch (error) {
    if (!to.responseUrl && !to.channelId) throw error;
    await tellThere(slack, { userId: to.userId }, message);
  }
}

/** Tries the response_url first, because it works in any channel. */
async function tellThere(slack: Slack, to: Addressee, message: Message): Promise<void> {
  if (to.responseUrl) {
    await respond(to.responseUrl, {
      ...message,
      response_type: 'ephemeral',
      replace_original: false,
      ...(to.threadTs ? { thread_ts: to.threadTs } : {}),
    });
    return;
  }
  // without a channel, sends a direct message
  if (!to.channelId) {
    await slack.client.chat.postMessage({ channel: to.userId, ...message });
    return;
  }
  await slack.client.chat.postEphemeral({
    channel: to.channelId,
    user: to.userId,
    ...message,
    ...(to.threadTs ? { thread_ts: to.threadTs } : {}),
  });
}
