import type { Message } from './messages/card-message.js';
import { respond } from './respond.js';
import type { Slack } from './slack.js';

/** Where an answer for one person's eyes can go. */
export interface Addressee {
  userId: string;
  channelId?: string | undefined;
  threadTs?: string | undefined;
  responseUrl?: string | undefined;
}

const asMessage = (answer: string | Message): Message | { text: string } =>
  typeof answer === 'string' ? { text: answer } : answer;

/** Says something to one person where they are; the response_url first, for it works in any channel. */
export async function tellPerson(
  slack: Slack,
  to: Addressee,
  answer: string | Message,
): Promise<void> {
  const message = asMessage(answer);
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
