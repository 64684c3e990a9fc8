import type { Slack } from '../connection/slack.js';
import { slackFailure } from '../connection/slack-failure.js';
import { METADATA_TYPE } from './post-once.js';

/** Allowed difference between our clock and Slack's. */
const SKEW_SECS = 300;
const PAGE = 200;

export interface Lost {
  channelId: string;
  /** The thread it was posted in. */
  threadTs: string | null;
  /** The key in its metadata. */
  claimId: string;
  /** The earliest and latest time it can have been posted. */
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
