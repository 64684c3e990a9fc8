import { enqueueMany } from '../../db/queries/enqueue.js';
import { withTeamsNamesShown } from '../beliefs/participants/shown-name.js';
import type { Context } from '../core/context.js';
import { readSettings } from '../core/team-settings.js';
import type { WorkItemNote } from './comment-markdown.js';
import { commentMarkdown } from './comment-markdown.js';
import { addComments } from './queries/work-item-comments.js';

/** Sends one comment to one linked issue. */
export const COMMENT_ON_WORK_ITEM = 'comment-on-work-item';

/**
 * Posts one comment to every issue that is linked to the recommendation, after the caller's
 * transaction has committed; the same cause is posted once however often this is called.
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

/** The note with its texts changed, for every kind of note. */
async function withTexts(
  note: WorkItemNote,
  change: (text: string) => Promise<string>,
): Promise<WorkItemNote> {
  if ('text' in note) return { ...note, text: await change(note.text) };
  return note.note ? { ...note, note: await change(note.note) } : note;
}
