import { z } from 'zod';
import { SlackDraft } from '../../../db/entities/slack.js';
import type { Context } from '../../../src/context.js';

/** What became of one file; `line` is a sentence for people. */
const Result = z.object({ fileId: z.string(), ok: z.boolean(), line: z.string() });
export type FileResult = z.infer<typeof Result>;

/** Interview files that somebody sent, from the question for their study to the last of them. */
export const FilesDraft = z.object({
  workspaceId: z.string(),
  channelId: z.string(),
  /** The message that asks, and then tells how far it is. */
  noticeTs: z.string(),
  /** When the files were sent, as Slack names messages. */
  sentTs: z.string(),
  sentBy: z.object({ id: z.string(), name: z.string() }),
  files: z.array(z.object({ id: z.string(), name: z.string() })),
  study: z.object({ studyId: z.string(), name: z.string() }).optional(),
  results: z.array(Result).default([]),
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
