import { z } from 'zod';
import { SlackDraft } from '../../../db/entities/slack.js';
import type { Context } from '../../../src/context.js';

/** A message that somebody is about to save as evidence. */
export const EvidenceDraft = z.object({
  workspaceId: z.string(),
  channelId: z.string(),
  messageTs: z.string(),
  threadTs: z.string().optional(),
  speakerId: z.string(),
  speakerName: z.string(),
  /** As people read it in Slack. */
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

/** The same message is the same source item, whoever saves it. */
export const sourceItemIdOf = ({ workspaceId, channelId, messageTs }: EvidenceDraft): string =>
  `slack-${workspaceId}-${channelId}-${messageTs}`;

/** When a message was written, as its id says. */
export const writtenAt = (messageTs: string): Date =>
  new Date(Math.round(Number(messageTs) * 1000));
