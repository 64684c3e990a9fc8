import { z } from 'zod';
import { SlackDraft } from '../../../db/entities/slack.js';
import { type Context, inTransaction } from '../../../src/core/context.js';
import { invalidRequest } from '../../../src/core/errors.js';
import { isInterviewFile } from '../../../src/interviews/formats/formats.js';
import type { SlackEvent } from '../requests/handlers.js';
import { questionOf } from '../requests/question.js';

/** The result for one file; `line` is a sentence for users. */
const Result = z.object({
  fileId: z.string(),
  ok: z.boolean(),
  line: z.string(),
  /** The labels of everyone who speaks in the file. */
  speakers: z.array(z.string()).default([]),
  /** The speakers treated as interviewers. */
  interviewers: z.array(z.string()).default([]),
  /** The interviews that it brought. */
  sourceItemIds: z.array(z.string()).default([]),
});
export type FileResult = z.infer<typeof Result>;

/** Interview files that a user sent, from the question about their study until all are read. */
export const FilesDraft = z.object({
  workspaceId: z.string(),
  channelId: z.string(),
  /** The message that first asks for the study and then shows progress. */
  noticeTs: z.string(),
  /** When the files were sent, as a Slack ts. */
  sentTs: z.string(),
  sentBy: z.object({ id: z.string(), name: z.string() }),
  files: z.array(z.object({ id: z.string(), name: z.string() })),
  study: z.object({ studyId: z.string(), name: z.string() }).optional(),
  results: z.array(Result).default([]),
  /** The participants of a file as chosen by a user; all other speakers are interviewers. */
  participants: z.record(z.string(), z.array(z.string())).default({}),
  /** Hash of what the message shows, once all files are read. */
  shown: z.string().optional(),
});
export type FilesDraft = z.infer<typeof FilesDraft>;

export async function readFilesDraft(
  ctx: Context,
  draftId: string,
): Promise<FilesDraft | undefined> {
  const draft = await ctx.db.findOne(SlackDraft, { draftId, kind: 'files' });
  return draft && FilesDraft.parse(draft.content);
}

export const keepFilesDraft = (
  ctx: Context,
  draftId: string,
  content: FilesDraft,
): Promise<number> => ctx.db.update(SlackDraft, { draftId }, { content });

/**
 * Stores the result of a file, unless a user chose its participants while it was being read. Returns the current
 * draft; undefined if it is gone.
 */
export async function keepResult(
  ctx: Context,
  draftId: string,
  before: FilesDraft,
  result: FileResult,
): Promise<FilesDraft | undefined> {
  return inTransaction(ctx, async (tx) => {
    const held = await tx.db.lock(SlackDraft, { draftId });
    if (!held) return undefined;
    const draft = FilesDraft.parse(held.content);
    const { fileId } = result;
    const chosen = (one: FilesDraft) => JSON.stringify(one.participants[fileId]);
    if (chosen(draft) !== chosen(before)) return draft;
    const others = draft.results.filter((one) => one.fileId !== fileId);
    const content = { ...draft, results: [...others, result] };
    await keepFilesDraft(tx, draftId, content);
    return content;
  });
}

/** The result of a file whose participants a user may choose. */
export const asksWhoSpeaks = ({ ok, speakers }: FileResult): boolean =>
  speakers.length >= (ok ? 2 : 1);

const MOST = 20;

/** Formats used only for transcripts: such a file in one of our channels is worth a question. */
const TRANSCRIPT = /\.(?:vtt|srt)$/i;

export interface SentFile {
  id: string;
  name: string;
}

const sentFiles = ({ files }: SlackEvent): SentFile[] =>
  (files ?? []).map(({ id, name }) => ({ id, name: name ?? id }));

/** The interview files of a message. */
export const interviewFilesOf = (event: SlackEvent): SentFile[] =>
  sentFiles(event)
    .filter(({ name }) => isInterviewFile(name))
    .slice(0, MOST);

/** The other files of a message, which cannot be read. */
export const otherFilesOf = (event: SlackEvent): SentFile[] =>
  sentFiles(event).filter(({ name }) => !isInterviewFile(name));

const READABLE = 'Send interviews as .vtt, .srt, .txt, .md, .csv or .json files.';

/** Throws `invalid_request` if a message consists only of files and none is readable. */
export function refuseOtherFiles({ files, text }: SlackEvent): void {
  if (!files?.length || questionOf(text ?? '') !== '') return;
  throw invalidRequest(`These files cannot be read. ${READABLE}`);
}

/** True if a message that is not addressed to the bot contains files that are clearly meant for it. */
export const bringsTranscripts = (event: SlackEvent): boolean =>
  interviewFilesOf(event).some(({ name }) => TRANSCRIPT.test(name));
