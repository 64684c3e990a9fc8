import { slackFailure } from '../connection/slack-failure.js';
import type { Slack } from '../slack.js';
import { METADATA_TYPE } from './post-once.js';

/** Our clock and Slack's may differ by this much. */
const SKEW_SECS = 300;
const PAGE = 200;

export interface Lost {
  channelId: string;
  /** The thread that it was posted into. */
  threadTs: string | null;
  /** What its metadata carries. */
  claimId: string;
  /** When it was posted at the earliest, and at the latest. */
  between: readonly [Date, Date];
}

/** The ts of a message of ours whose answer was lost; undefined where Slack never got it. */
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
