import type { Message } from './messages/card-message.js';
import { mrkdwn } from './messages/text.js';
import { respond } from './respond.js';
import type { Slack } from './slack.js';

/** Where an answer for one person's eyes can go. */
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
 * Says something to one person where they are, and where that takes nothing (an address of Slack's ends after
 * half an hour, a channel may not have us) in the app's own conversation with them.
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

/** By the response_url first, for it works in any channel. */
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
  // without a channel the app's own conversation with the person is the place
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
