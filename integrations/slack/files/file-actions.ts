import { randomUUID } from 'node:crypto';
import { SlackDraft } from '../../../db/entities/slack.js';
import { enqueue } from '../../../db/queries/enqueue.js';
import { type Context, inTransaction } from '../../../src/core/context.js';
import { invalidTransition } from '../../../src/core/errors.js';
import { studyOfChoice } from '../blocks/menu.js';
import type { Person } from '../connection/people.js';
import type { Slack } from '../connection/slack.js';
import { retry } from '../connection/slack-failure.js';
import { takeRequest } from '../queries/requests.js';
import type { Action } from '../requests/handlers.js';
import { type Conversation, IN_LINE } from '../requests/question.js';
import type { SentFile } from './files-draft.js';
import { FilesDraft, keepFilesDraft } from './files-draft.js';
import { filesMessage, leftAloneMessage, whichStudyMessage } from './files-message.js';
import { INGEST_FILES } from './ingest-files.js';
import { showFiles } from './show-files.js';

/**
 * Asks, in the conversation where the files were sent, which study they belong to. Nothing is read before the
 * answer.
 */
export async function askForStudy(
  slack: Slack,
  ctx: Context,
  person: Person,
  at: Conversation,
  sent: { ts: string; files: SentFile[]; others: SentFile[] },
): Promise<void> {
  const { channelId, thread } = at;
  if (!(await ctx.db.row(takeRequest, `files:${channelId}:${sent.ts}`))) return;
  const { workspaceId } = await slack.connection.connect();
  const draftId = randomUUID();
  const message = whichStudyMessage(sent.files, sent.others, draftId);
  await slack.pace.turn(channelId);
  const { ts } = await retry(() =>
    slack.client.chat.postMessage({
      channel: channelId,
      ...message,
      unfurl_links: false,
      unfurl_media: false,
      ...(thread === IN_LINE ? {} : { thread_ts: thread }),
    }),
  );
  const content: FilesDraft = {
    workspaceId,
    channelId,
    noticeTs: ts ?? '',
    sentTs: sent.ts,
    sentBy: { id: person.userId, name: person.name },
    files: sent.files,
    results: [],
    participants: {},
  };
  await ctx.db.insert(SlackDraft, {
    draftId,
    kind: 'files',
    madeBy: person.userId,
    content,
    createdAt: ctx.now,
  });
}

/** Queues the files to be read into the chosen study; only the first choice counts. */
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
      shown: undefined,
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

/** Takes the draft. Throws `invalid_transition` if someone has already decided about these files. */
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
