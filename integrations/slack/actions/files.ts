import { SlackDraft } from '../../../db/entities/slack.js';
import { enqueue } from '../../../db/queries/enqueue.js';
import { type Context, inTransaction } from '../../../src/context.js';
import { invalidTransition } from '../../../src/errors.js';
import { FilesDraft, keepFilesDraft } from '../files/files-draft.js';
import { INGEST_FILES } from '../files/ingest-files.js';
import { showFiles } from '../files/show-files.js';
import { filesMessage, leftAloneMessage } from '../messages/files-message.js';
import { studyOfChoice } from '../options/studies.js';
import type { Action } from './click.js';

/** Has the files read into the chosen study; the first choice counts. */
export const chooseStudyForFiles: Action = async ({ slack, ctx, subjectId, choice }) => {
  const draft = await inTransaction(ctx, async (tx) => {
    const taken = await take(tx, subjectId);
    const study = await studyOfChoice(tx, choice);
    await keepFilesDraft(tx, subjectId, { ...taken, study });
    await enqueue(tx.db, { kind: INGEST_FILES, key: subjectId, payload: { draftId: subjectId } });
    return { ...taken, study };
  });
  const { files, study, results } = draft;
  await showFiles(slack, draft, filesMessage({ files, studyName: study.name, results }));
};

export const leaveFiles: Action = async ({ slack, ctx, subjectId }) => {
  const draft = await inTransaction(ctx, async (tx) => {
    const taken = await take(tx, subjectId);
    await tx.db.delete(SlackDraft, { draftId: subjectId });
    return taken;
  });
  await showFiles(slack, draft, leftAloneMessage(draft.files));
};

/** Throws `invalid_transition` where somebody has decided about these files already. */
async function take(tx: Context, draftId: string): Promise<FilesDraft> {
  const draft = await tx.db.lock(SlackDraft, { draftId });
  if (!draft || draft.takenAt) {
    throw invalidTransition(
      'Somebody has decided about these files already, or they were sent too long ago. Send them again.',
    );
  }
  await tx.db.update(SlackDraft, { draftId }, { takenAt: tx.now });
  return FilesDraft.parse(draft.content);
}
