import {
  lostClaims,
  messageFailed,
  messagePosted,
  releaseClaim,
} from '../../../db/queries/slack-messages.js';
import { cardChanged } from '../../../src/core/announce.js';
import type { Context } from '../../../src/core/context.js';
import { questionChanged } from '../../../src/issues/ship-question.js';
import { CLAIM_IN_DOUBT_MS } from '../connection/app-settings.js';
import { HISTORY_UNREADABLE } from '../connection/health.js';
import type { Slack } from '../connection/slack.js';
import { clearProblem, reportProblem } from './admin-alerts.js';
import { findMessage } from './post-once.js';

/**
 * Clears up posts whose response was lost (a dropped connection, a killed process). Looks for the message in the
 * history of the channel or thread: if found, it is recorded; if not, its claim is released so that it can be
 * posted again. If the history may not be read, the message is not posted again, to avoid posting it twice, and the
 * log says so.
 */
export async function recoverLostClaims(
  ctx: Context,
  slack: Slack,
  workspaceId: string,
  channelId: string,
): Promise<void> {
  for (const claim of await ctx.db.rows(lostClaims, workspaceId, channelId, CLAIM_IN_DOUBT_MS)) {
    const { claimedAt } = claim;
    const ts = await findMessage(slack, { ...claim, between: [claimedAt, claimedAt] });
    if (ts === 'unreadable') {
      await ctx.db.row(messageFailed, claim.claimId, 'answer_lost');
      await reportProblem(ctx, slack, 'history', { kind: 'channel', code: HISTORY_UNREADABLE });
      continue;
    }
    await clearProblem(ctx, slack, 'history');
    if (ts) {
      // the hash stays empty, so that the next redraw includes later changes
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
