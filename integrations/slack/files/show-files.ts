import { slackFailure } from '../connection/slack-failure.js';
import type { Message } from '../messages/card-message.js';
import type { Slack } from '../slack.js';
import type { FilesDraft } from './files-draft.js';

/** Has the message about sent files say this; where somebody deleted it, or nobody may change it, nobody is told. */
export async function showFiles(
  { client }: Slack,
  { channelId, noticeTs }: FilesDraft,
  message: Message,
): Promise<void> {
  try {
    await client.chat.update({ channel: channelId, ts: noticeTs, ...message });
  } catch (error) {
    const { kind } = slackFailure(error);
    if (kind !== 'gone' && kind !== 'channel') throw error;
  }
}
