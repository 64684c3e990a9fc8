import { enqueueMany } from '../../db/queries/enqueue.js';
import { addComments } from '../../db/queries/work-item-comments.js';
import type { Context } from '../context.js';
import { commentMarkdown } from './comment-markdown.js';
import type { WorkItemNote } from './work-item-note.js';

/** Sends one comment to one linked issue. */
export const COMMENT_ON_WORK_ITEM = 'comment-on-work-item';

/**
 * Tells every issue that is linked to the recommendation what happened, in one comment each, sent after the
 * caller's transaction has committed; the same cause is told once however often this is called.
 */
export async function commentOnWorkItems(
  tx: Context,
  { recommendationId, ...note }: { recommendationId: string } & WorkItemNote,
): Promise<void> {
  const cause =
    'cause' in note ? `${note.kind}:${note.cause}` : `${note.kind}:${tx.now.toISOString()}`;
  const markdown = commentMarkdown(note, tx.actor.name);
  const added = await tx.db.rows(addComments, recommendationId, cause, markdown);
  await enqueueMany(
    tx.db,
    COMMENT_ON_WORK_ITEM,
    added.map(({ commentId }) => ({ key: commentId, payload: { commentId } })),
  );
}
