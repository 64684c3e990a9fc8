import type { Message } from '../blocks/message.js';
import type { Slack } from '../connection/slack.js';
import { slackFailure } from '../connection/slack-failure.js';
import type { FilesDraft } from './files-draft.js';

/** Updates the message about sent files; does nothing if it was deleted or can no longer be changed. */
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
