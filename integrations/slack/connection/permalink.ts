import type { Slack } from './slack.js';

/** The permalink of a message; undefined if Slack gives none, since a message can also be used without one. */
export async function permalinkOf(
  slack: Slack,
  channel: string,
  ts: string,
): Promise<string | undefined> {
  try {
    return (await slack.client.chat.getPermalink({ channel, message_ts: ts })).permalink;
  } catch (error) {
    slack.log.debug({ err: error }, 'could not get the permalink of a message');
    return undefined;
  }
}
