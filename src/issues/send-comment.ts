import { z } from 'zod';
import type { Context } from '../core/context.js';
import { readSettings } from '../core/team-settings.js';
import { type JobHandler, RetryLater } from '../jobs/job-handler.js';
import { backLink } from './back-link.js';
import { COMMENT_ON_WORK_ITEM } from './comment-on-work-items.js';
import { asJobFailure, isRefused } from './job-failure.js';
import {
  type CommentRow,
  commentFailed,
  commentNotSent,
  commentPosted,
  pendingComment,
  sendComment,
} from './queries/work-item-comments.js';
import type { IssueComment, Tracker } from './tracker.js';
import { TrackerFailure } from './tracker-failure.js';
import { trackerOf, type WorkItemDeps } from './work-item-deps.js';

const Payload = z.object({ commentId: z.string() });

/** Sends one comment exactly once, even if the job is repeated, crashes or loses a response. */
export const sendWorkItemComment = (deps: WorkItemDeps): JobHandler => ({
  kind: COMMENT_ON_WORK_ITEM,
  async run(ctx, payload) {
    const { commentId } = Payload.parse(payload);
    const row = await ctx.db.row(pendingComment, commentId);
    if (!row) return;
    const found = trackerOf(deps, row.url);
    if (!found || !(await readSettings(ctx.db)).commentBack) {
      await ctx.db.row(commentFailed, commentId, 'comments are off');
      return;
    }
    try {
      await sendOnce(ctx, deps, found, row);
    } catch (error) {
      if (!isRefused(error)) throw asJobFailure(error);
      await giveUp(ctx, commentId, error.message);
    }
  },
  gaveUp: (ctx, payload, reason) => giveUp(ctx, Payload.parse(payload).commentId, reason),
});

async function giveUp(ctx: Context, commentId: string, reason: string): Promise<void> {
  await ctx.db.row(commentFailed, commentId, reason);
  ctx.log.warn({ commentId, reason }, 'a comment could not be posted to a linked issue');
}

async function sendOnce(
  ctx: Context,
  { publicUrl }: WorkItemDeps,
  { tracker, externalId }: { tracker: Tracker; externalId: string },
  row: CommentRow,
): Promise<void> {
  const { commentId, recommendationId, createdAt } = row;
  const issue = { externalId: row.externalId ?? externalId, nativeId: row.nativeId || undefined };
  const { url } = backLink(publicUrl, recommendationId);
  const markdown = `${row.markdown}\n\n[The evidence in Belief Layer](${url})`;
  const comment: IssueComment = { commentId, recommendationId, markdown, createdAt };
  if (row.sinceSentMs !== null) {
    if (await tracker.hasComment(issue, comment)) {
      await ctx.db.row(commentPosted, commentId);
      return;
    }
    const unsettledMs = tracker.settleMs - row.sinceSentMs;
    if (unsettledMs > 0) throw new RetryLater(unsettledMs, 'an answer of the tracker is missing');
  }
  const mine = await ctx.db.row(sendComment, commentId, row.turn);
  if (!mine) return; // another process took over
  try {
    await tracker.comment(issue, comment);
  } catch (error) {
    const without = error instanceof TrackerFailure && error.kind !== 'unclear';
    if (without) await ctx.db.row(commentNotSent, commentId, mine.turn);
    throw error;
  }
  await ctx.db.row(commentPosted, commentId);
}
