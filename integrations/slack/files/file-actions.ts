import { SlackDraft } from '../../../db/entities/slack.js';
import { enqueue } from '../../../db/queries/enqueue.js';
import { type Context, inTransaction } from '../../../src/core/context.js';
import { invalidTransition } from '../../../src/core/errors.js';
import { studyOfChoice } from '../blocks/study-options.js';
import type { Action } from '../requests/click.js';
import { FilesDraft, keepFilesDraft } from './files-draft.js';
import { filesMessage, leftAloneMessage } from './files-message.js';
import { INGEST_FILES } from './ingest-files.js';
import { showFiles } from './show-files.js';

/** Queues the files to be read into the chosen study; the first choice counts. */
export const chooseStudyForFiles: Action = async ({ slack, ctx, subjectId, choice }) => {
  const draft = await inTransaction(ctx, async (tx) => {
    const taken = await take(tx, subjectId);
    const study = await studyOfChoice(tx, choice);
    await keepFilesDraft(tx, subjectId, { ...taken, study });
    await enqueue(tx.db, { kind: INGEST_FILES, key: subjectId, payload: { draftId: subjectId } });
    return { ...taken, study };
  });
  const { files, study, results } = draft;
  await showFiles(
    slack,
    draft,
    filesMessage({ files, studyName: study.name, results, draftId: subjectId }),
  );
};

/** Queues a file to be read again with these participants, which also apply to the study's later files. */
export const chooseWhoTakesPart: Action = async ({ slack, ctx, subjectId, detail, choices }) => {
  const draft = await inTransaction(ctx, async (tx) => {
    const held = await tx.db.lock(SlackDraft, { draftId: subjectId });
    if (!held) {
      throw invalidTransition(
        'These files were read too long ago to be read again here. Send them again.',
      );
    }
    const before = FilesDraft.parse(held.content);
    const file = before.files[Number(detail)];
    const result = before.results.find(({ fileId }) => fileId === file?.id);
    const chosen = choices.flatMap((choice) => result?.speakers[Number(choice)] ?? []);
    if (!file || !result || chosen.length === 0) return undefined;
    const content = {
      ...before,
      results: before.results.filter((one) => one !== result),
      participants: { ...before.participants, [file.id]: chosen },
    };
    await keepFilesDraft(tx, subjectId, content);
    await enqueue(tx.db, { kind: INGEST_FILES, key: subjectId, payload: { draftId: subjectId } });
    return content;
  });
  if (!draft?.study) return;
  const { files, study, results } = draft;
  await showFiles(
    slack,
    draft,
    filesMessage({ files, studyName: study.name, results, draftId: subjectId }),
  );
};

export const leaveFiles: Action = async ({ slack, ctx, subjectId }) => {
  const draft = await inTransaction(ctx, async (tx) => {
    const taken = await take(tx, subjectId);
    await tx.db.delete(SlackDraft, { draftId: subjectId });
    return taken;
  });
  await showFiles(slack, draft, leftAloneMessage(draft.files));
};

/** Throws `invalid_transition` if someone has already decided about these files. */
async function take(tx: Context, draftId: string): Promise<FilesDraft> {
  const draft = await tx.db.lock(SlackDraft, { draftId });
  if (!draft || draft.takenAt) {
    throw invalidTransition(
      'Someone has already decided about these files, or they were sent too long ago. Send them again.',
    );
  }
  await tx.db.update(SlackDraft, { draftId }, { takenAt: tx.now });
  return FilesDraft.parse(draft.content);
}
