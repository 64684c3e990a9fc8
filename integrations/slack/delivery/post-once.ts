import { randomUUID } from 'node:crypto';
import {
  claimMessage,
  messageFailed,
  messagePosted,
  releaseClaim,
  type SlackSubject,
} from '../../../db/queries/slack-messages.js';
import type { Context } from '../../../src/core/context.js';
import type { Message } from '../blocks/message.js';
import type { Slack } from '../connection/slack.js';
import { slackFailure } from '../connection/slack-failure.js';
import { clearProblem } from './admin-alerts.js';

/** The kind of call that is paused when Slack rate-limits updates. */
export const UPDATES = 'chat.update';

/** The event type of our messages' metadata. */
const METADATA_TYPE = 'belief_layer_message';

/** Metadata with a key that identifies a message if its response was lost. */
export const marked = (claimId: string) => ({
  event_type: METADATA_TYPE,
  event_payload: { claim_id: claimId },
});

export interface Place {
  workspaceId: string;
  channelId: string;
  subjectType: SlackSubject;
  subjectId: string;
  /** If set, posts in the thread of this message. */
  threadTs?: string;
}

/**
 * Posts a message unless another process has posted or is posting it. The claim is stored first, so the message is
 * never posted twice; it is released only if Slack definitely did not get the message. Returns false if another
 * process holds the claim. Throws Slack's error if the call failed.
 */
export async function postOnce(
  ctx: Context,
  slack: Slack,
  place: Place,
  message: Message,
  hash: string,
): Promise<boolean> {
  const claimId = randomUUID();
  const { workspaceId, channelId, subjectType, subjectId } = place;
  // before the claim: a claim that waits for its turn would look lost to recoverLostClaims
  await slack.pace.turn(channelId);
  const won = await ctx.db.row(claimMessage, {
    workspaceId,
    channelId,
    subjectType,
    subjectId,
    claimId,
    threadTs: place.threadTs ?? null,
  });
  if (!won) return false;
  await postClaimed(ctx, slack, place, claimId, message, hash);
  return true;
}

/** Posts a message that is already claimed; throws Slack's error if the call failed. */
async function postClaimed(
  ctx: Context,
  slack: Slack,
  place: Place,
  claimId: string,
  message: Message,
  hash: string,
): Promise<void> {
  try {
    const { ts } = await slack.client.chat.postMessage({
      channel: place.channelId,
      ...message,
      unfurl_links: false,
      unfurl_media: false,
      metadata: marked(claimId),
      ...(place.threadTs ? { thread_ts: place.threadTs } : {}),
    });
    await ctx.db.row(messagePosted, claimId, ts, hash);
    await clearProblem(ctx, slack, 'workspace');
    if (place.subjectType !== 'trouble') await clearProblem(ctx, slack, 'channel');
  } catch (error) {
    const failure = slackFailure(error);
    if (failure.kind === 'refused' || failure.kind === 'gone') {
      await ctx.db.row(messageFailed, claimId, failure.code);
    } else if (failure.kind !== 'unclear') {
      await ctx.db.row(releaseClaim, claimId);
    }
    throw error;
  }
}

/** Allowed difference in seconds between our clock and Slack's. */
const SKEW_SECS = 300;
const PAGE = 200;

interface Lost {
  channelId: string;
  /** The thread that it was posted in. */
  threadTs: string | null;
  /** The key in its metadata. */
  claimId: string;
  /** The earliest and the latest time at which it can have been posted. */
  between: readonly [Date, Date];
}

/** The ts of one of our messages whose response was lost; undefined if Slack never got it. */
export async function findMessage(
  slack: Slack,
  { channelId, threadTs, claimId, between: [from, to] }: Lost,
): Promise<string | 'unreadable' | undefined> {
  let cursor: string | undefined;
  do {
    try {
      const window = {
        channel: channelId,
        oldest: String(from.getTime() / 1000 - SKEW_SECS),
        latest: String(to.getTime() / 1000 + SKEW_SECS),
        inclusive: true,
        include_all_metadata: true,
        limit: PAGE,
        ...(cursor ? { cursor } : {}),
      };
      const { conversations } = slack.client;
      const page = threadTs
        ? await conversations.replies({ ...window, ts: threadTs })
        : await conversations.history(window);
      const found = page.messages?.find(
        ({ metadata }) =>
          metadata?.event_type === METADATA_TYPE &&
          (metadata.event_payload as Record<string, unknown>)?.claim_id === claimId,
      );
      if (found?.ts) return found.ts;
      cursor = page.response_metadata?.next_cursor || undefined;
    } catch (error) {
      const { code } = slackFailure(error);
      if (code === 'missing_scope' || code === 'unknown_method') return 'unreadable';
      if (code === 'thread_not_found') return undefined;
      throw error;
    }
  } while (cursor);
  return undefined;
}
