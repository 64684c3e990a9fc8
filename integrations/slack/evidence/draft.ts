import { z } from 'zod';
import { SlackDraft } from '../../../db/entities/slack.js';
import type { Context } from '../../../src/core/context.js';

/** A message that a user is about to save as evidence. */
export const EvidenceDraft = z.object({
  workspaceId: z.string(),
  channelId: z.string(),
  messageTs: z.string(),
  threadTs: z.string().optional(),
  speakerId: z.string(),
  speakerName: z.string(),
  /** The text as displayed in Slack. */
  text: z.string(),
  link: z.string().optional(),
});
export type EvidenceDraft = z.infer<typeof EvidenceDraft>;

export async function readEvidenceDraft(
  ctx: Context,
  draftId: string,
): Promise<EvidenceDraft | undefined> {
  const draft = await ctx.db.findOne(SlackDraft, { draftId, kind: 'evidence' });
  return draft && EvidenceDraft.parse(draft.content);
}

/** The id of the source item: the same for the same message, for every user who saves it. */
export const sourceItemIdOf = ({ workspaceId, channelId, messageTs }: EvidenceDraft): string =>
  `slack-${workspaceId}-${channelId}-${messageTs}`;

/** The time a message was written, from its ts. */
export const writtenAt = (messageTs: string): Date =>
  new Date(Math.round(Number(messageTs) * 1000));
