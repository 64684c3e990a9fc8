import {
  lostClaims,
  messageFailed,
  messagePosted,
  releaseClaim,
} from '../../../db/queries/slack-messages.js';
import type { Context } from '../../../src/context.js';
import { cardChanged } from '../../../src/outbox.js';
import { questionChanged } from '../../../src/trackers/settle-ship-question.js';
import { HISTORY_UNREADABLE } from '../connection/advice.js';
import { CLAIM_SETTLES_MS } from '../settings.js';
import type { Slack } from '../slack.js';
import { findMessage } from './find-message.js';
import { troubleBegan, troubleOver } from './troubles.js';

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
    const { claimedAt } = claim;
    const ts = await findMessage(slack, { ...claim, between: [claimedAt, claimedAt] });
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
