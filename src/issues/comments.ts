import { z } from 'zod';
import type { Decision, Outcome } from '../../db/entities/recommendation.js';
import { enqueueMany } from '../../db/queries/enqueue.js';
import { OUTCOME_NAMES } from '../beliefs/names.js';
import { withTeamsNamesShown } from '../beliefs/participants/shown-name.js';
import { literalInline, literalLines } from '../beliefs/recommendations/literal-markdown.js';
import type { Context } from '../core/context.js';
import { pagePath } from '../core/page-links.js';
import { signedPageAddress } from '../core/page-tokens.js';
import { readSettings } from '../core/team-settings.js';
import type { JobHandler } from '../jobs/run-job.js';
import { trackerOf, type WorkItemDeps } from './adapter.js';
import type { IssueDraft } from './issue.js';
import { postOnce } from './post-once.js';
import {
  addComments,
  type CommentRow,
  commentFailed,
  commentNotSent,
  commentPosted,
  pendingComment,
  sendComment,
} from './queries/work-item-comments.js';
import type { IssueComment, Tracker } from './tracker.js';
import { asJobFailure, isRefused } from './tracker-failure.js';

/** A change of a recommendation that is posted to its linked issues. */
type WorkItemNote =
  | { kind: 'decision'; decision: Decision; note?: string | undefined }
  | { kind: 'outcome'; outcome: Outcome; note?: string | undefined }
  /** `text`: plain sentences with the findings. Notes with the same `cause` are posted once. */
  | { kind: 'receipt' | 'contradiction'; text: string; cause: string };

const DECISIONS = { accepted: 'Accepted', dismissed: 'Dismissed' } as const;
const NAME_LIMIT = 80;

/** The text of one event, as Markdown that shows user text literally and pings no one. */
function commentMarkdown(note: WorkItemNote, actorName: string): string {
  const by = literalInline(actorName.slice(0, NAME_LIMIT));
  switch (note.kind) {
    case 'decision':
      return said(`**${DECISIONS[note.decision]}** by ${by} in Belief Layer.`, note.note);
    case 'outcome':
      return said(`**${OUTCOME_NAMES[note.outcome]}** by ${by} in Belief Layer.`, note.note);
    case 'receipt':
      return said(
        '**Quiet**: people were interviewed, and no one brought this up unprompted.',
        note.text,
      );
    case 'contradiction':
      return said(
        '**Contradicted**: people still report the problem that this was meant to fix.',
        note.text,
      );
  }
}

/** The sentence, followed by a user's words as a quote. */
function said(sentence: string, words: string | undefined): string {
  if (!words?.trim()) return sentence;
  const quote = literalLines(words.trim()).map((line) => `> ${line}`);
  return `${sentence}\n\n${quote.join('\n')}`;
}

/** Sends one comment to one linked issue. */
const COMMENT_ON_WORK_ITEM = 'comment-on-work-item';

/**
 * Posts one comment to every issue linked to the recommendation, after the caller's transaction has committed. The
 * same cause is posted once, however often this is called.
 */
export async function commentOnWorkItems(
  tx: Context,
  { recommendationId, ...note }: { recommendationId: string } & WorkItemNote,
): Promise<void> {
  const cause =
    'cause' in note ? `${note.kind}:${note.cause}` : `${note.kind}:${tx.now.toISOString()}`;
  const { names } = await readSettings(tx.db);
  const shown = (text: string) => withTeamsNamesShown(tx, text, names);
  const markdown = commentMarkdown(await withTexts(note, shown), tx.actor.name);
  const added = await tx.db.rows(addComments, recommendationId, cause, markdown);
  await enqueueMany(
    tx.db,
    COMMENT_ON_WORK_ITEM,
    added.map(({ commentId }) => ({ key: commentId, payload: { commentId } })),
  );
}

/** Applies `change` to the texts of a note of any kind. */
async function withTexts(
  note: WorkItemNote,
  change: (text: string) => Promise<string>,
): Promise<WorkItemNote> {
  if ('text' in note) return { ...note, text: await change(note.text) };
  return note.note ? { ...note, note: await change(note.note) } : note;
}

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
      await sendOnce(ctx, found, row);
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
  { tracker, externalId }: { tracker: Tracker; externalId: string },
  row: CommentRow,
): Promise<void> {
  const { commentId, recommendationId, createdAt } = row;
  const issue = { externalId: row.externalId ?? externalId, nativeId: row.nativeId || undefined };
  const url = await signedPageAddress(ctx, { recommendationId });
  const markdown = url ? `${row.markdown}\n\n[The evidence in Belief Layer](${url})` : row.markdown;
  const comment: IssueComment = { commentId, markdown, createdAt };
  let turn = row.turn;
  const posted = await postOnce({
    sinceSentMs: row.sinceSentMs,
    inDoubtMs: tracker.inDoubtMs,
    exists: () => tracker.hasComment(issue, comment),
    post: () => tracker.comment(issue, comment),
    async claim() {
      const mine = await ctx.db.row(sendComment, commentId, turn);
      turn = mine?.turn ?? turn;
      return mine !== undefined;
    },
    async notSent() {
      await ctx.db.row(commentNotSent, commentId, turn);
    },
  });
  if (posted) await ctx.db.row(commentPosted, commentId);
}

/** Title of the link from an issue to the page about its subject. */
export const BACK_LINK_TITLE = 'Belief Layer: the evidence behind this issue';

/**
 * URL of that page without its token; in an issue, a quote or a token follows it. Undefined for an issue whose
 * subject has no page.
 */
export function backLinkWithoutToken(
  publicUrl: string,
  { recommendationId, signalId }: Pick<IssueDraft, 'recommendationId' | 'signalId'>,
): string | undefined {
  const base = publicUrl.replace(/\/+$/, '');
  if (recommendationId !== undefined) return base + pagePath({ recommendationId });
  return signalId === undefined ? undefined : base + pagePath({ signalId });
}
