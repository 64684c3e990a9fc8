import {
  lostClaims,
  messageFailed,
  messagePosted,
  releaseClaim,
  type SlackMessageRow,
} from '../../../db/queries/slack-messages.js';
import type { Context } from '../../../src/context.js';
import { cardChanged } from '../../../src/outbox.js';
import { questionChanged } from '../../../src/trackers/settle-ship-question.js';
import { HISTORY_UNREADABLE } from '../connection/advice.js';
import { slackFailure } from '../connection/slack-failure.js';
import { CLAIM_SETTLES_MS } from '../settings.js';
import type { Slack } from '../slack.js';
import { METADATA_TYPE } from './post-once.js';
import { troubleBegan, troubleOver } from './troubles.js';

/** Our clock and Slack's may differ by this much. */
const SKEW_SECS = 300;
const PAGE = 200;

/**
 * Settles posts whose answer was lost (a dropped connection, a killed process). The channel's history, or the
 * thread's, tells whether Slack has the message: found, it is taken up; not found, its claim
 * is given back, so that whoever posts next posts it.
 * Where history may not be read, the message is not posted again: never two, and the log says so.
 */
export async function settleClaims(
  ctx: Context,
  slack: Slack,
  workspaceId: string,
  channelId: string,
): Promise<void> {
  for (const claim of await ctx.db.rows(lostClaims, workspaceId, channelId, CLAIM_SETTLES_MS)) {
    const ts = await findMessage(slack, claim);
    if (ts === 'unreadable') {
      await ctx.db.row(messageFailed, claim.claimId, 'answer_lost');
      await troubleBegan(ctx, slack, 'history', { kind: 'channel', code: HISTORY_UNREADABLE });
      continue;
    }
    await troubleOver(ctx, slack, 'history');
    if (ts) {
      // the hash stays empty: whatever happened since is drawn by the next redraw
      await ctx.db.row(messagePosted, claim.claimId, ts, null);
    } else {
      await ctx.db.row(releaseClaim, claim.claimId);
      if (claim.subjectType === 'ship_question') await questionChanged(ctx, claim.subjectId);
      if (claim.subjectType === 'snooze_return') {
        await cardChanged(ctx, claim.subjectId.replace(/@\d+$/, ''));
      }
    }
  }
}

/** The ts of the message that carries the claim; undefined where Slack never got it. */
async function findMessage(
  slack: Slack,
  claim: SlackMessageRow,
): Promise<string | 'unreadable' | undefined> {
  const claimedSecs = claim.claimedAt.getTime() / 1000;
  let cursor: string | undefined;
  do {
    try {
      const window = {
        channel: claim.channelId,
        oldest: String(claimedSecs - SKEW_SECS),
        latest: String(claimedSecs + SKEW_SECS),
        inclusive: true,
        include_all_metadata: true,
        limit: PAGE,
        ...(cursor ? { cursor } : {}),
      };
      const { conversations } = slack.client;
      const page = claim.threadTs
        ? await conversations.replies({ ...window, ts: claim.threadTs })
        : await conversations.history(window);
      const found = page.messages?.find(
        ({ metadata }) =>
          metadata?.event_type === METADATA_TYPE &&
          (metadata.event_payload as Record<string, unknown>)?.claim_id === claim.claimId,
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
