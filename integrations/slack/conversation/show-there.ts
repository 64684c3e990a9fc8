import type { KnownBlock } from '@slack/types';
import { patiently } from '../connection/patiently.js';
import { slackFailure } from '../connection/slack-failure.js';
import { findMessage } from '../publish/find-message.js';
import { marked } from '../publish/post-once.js';
import type { Slack } from '../slack.js';
import { IN_LINE } from './earlier.js';
import type { OwedAnswer } from './owed-answer.js';

export type There = Extract<OwedAnswer['reply'], { kind: 'there' }>;

interface Shown {
  text: string;
  blocks?: KnownBlock[];
}

/** Edits the notice into what is said, or posts it where there is no notice, or no longer one. */
export async function showThere(
  slack: Slack,
  key: string,
  there: There,
  message: Shown,
): Promise<void> {
  const { channelId: channel, noticeTs } = there;
  if (noticeTs) {
    try {
      await patiently(() => slack.client.chat.update({ channel, ts: noticeTs, ...message }));
      return;
    } catch (error) {
      if (slackFailure(error).kind !== 'gone') throw error;
    }
  }
  await postThere(slack, key, there, message);
}

/** Posts what is said about the question of this key, and gives the message's ts. */
export async function postThere(
  slack: Slack,
  key: string,
  { channelId, thread }: There,
  message: Shown,
): Promise<string> {
  await slack.pace.turn(channelId);
  const { ts = '' } = await patiently(() =>
    slack.client.chat.postMessage({
      channel: channelId,
      ...(thread === IN_LINE ? {} : { thread_ts: thread }),
      unfurl_links: false,
      unfurl_media: false,
      metadata: marked(key),
      ...message,
    }),
  );
  return ts;
}

/** What was posted for this question, and Slack did not say so; undefined where nobody can tell. */
export async function foundThere(
  slack: Slack,
  key: string,
  { channelId, thread, askedTs }: There,
): Promise<string | undefined> {
  if (!askedTs) return undefined;
  const ts = await findMessage(slack, {
    channelId,
    threadTs: thread === IN_LINE ? null : thread,
    claimId: key,
    between: [new Date(Number(askedTs) * 1000), new Date()],
  });
  return ts === 'unreadable' ? undefined : ts;
}
