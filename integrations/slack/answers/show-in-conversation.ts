import type { KnownBlock } from '@slack/types';
import type { Slack } from '../connection/slack.js';
import { retry, slackFailure } from '../connection/slack-failure.js';
import { findMessage, marked } from '../delivery/post-once.js';
import { IN_LINE } from '../requests/question.js';
import type { DeferredAnswer } from './deferred-answer.js';

export type ConversationReply = Extract<DeferredAnswer['reply'], { kind: 'there' }>;

interface Shown {
  text: string;
  blocks?: KnownBlock[];
}

/** Edits the notice into the message, or posts the message if the notice does not exist. Returns its ts. */
export async function showInConversation(
  slack: Slack,
  key: string,
  reply: ConversationReply,
  message: Shown,
): Promise<string> {
  const { channelId: channel, noticeTs } = reply;
  if (noticeTs) {
    try {
      await retry(() => slack.client.chat.update({ channel, ts: noticeTs, ...message }));
      return noticeTs;
    } catch (error) {
      if (slackFailure(error).kind !== 'gone') throw error;
    }
  }
  return postInConversation(slack, key, reply, message);
}

/** Posts the message for the question with this key, and returns its ts. */
export async function postInConversation(
  slack: Slack,
  key: string,
  { channelId, thread }: ConversationReply,
  message: Shown,
): Promise<string> {
  await slack.pace.turn(channelId);
  const { ts = '' } = await retry(() =>
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

/** Finds the message posted for this question if Slack's response was lost; undefined if that is not possible. */
export async function findPostedAnswer(
  slack: Slack,
  key: string,
  { channelId, thread, askedTs }: ConversationReply,
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
