import { randomUUID } from 'node:crypto';
import { SlackDraft } from '../../../db/entities/slack.js';
import { SourceItem } from '../../../db/entities/source-item.js';
import { whoSaved } from '../../../db/queries/participants.js';
import type { Context } from '../../../src/core/context.js';
import type { Person } from '../connection/people.js';
import type { ShortcutHandler } from '../requests/handlers.js';
import { openModal } from '../requests/modals.js';
import type { ModalMeta, Shortcut } from '../requests/payloads.js';
import { draftOfMessage, type MessageDraft, sourceItemIdOf, writtenAt } from './draft.js';
import { cannotSaveModal, evidenceModal } from './evidence-modal.js';

/** Shows what would be stored from a message; nothing is stored until the user submits. */
export const saveAsEvidence: ShortcutHandler = async (slack, ctx, person, shortcut) => {
  const fill = await openModal(slack, shortcut.trigger_id);
  const draft = await draftOfMessage(slack, shortcut);
  await fill(await viewOf(ctx, person, shortcut, draft));
};

async function viewOf(ctx: Context, person: Person, shortcut: Shortcut, draft: MessageDraft) {
  if (draft.text === '') return cannotSaveModal('This message has no text to save.');
  const sourceItemId = sourceItemIdOf(draft);
  if (await ctx.db.findOne(SourceItem, { sourceItemId })) {
    const first = await ctx.db.row(whoSaved, sourceItemId);
    return cannotSaveModal(`${first?.actorName ?? 'Someone'} has already saved this as evidence.`);
  }
  const draftId = randomUUID();
  await ctx.db.insert(SlackDraft, {
    draftId,
    kind: 'evidence',
    madeBy: person.userId,
    content: draft,
    createdAt: ctx.now,
  });
  const meta: ModalMeta = {
    subjectId: draftId,
    timeZone: person.timeZone,
    ...(shortcut.response_url ? { responseUrl: shortcut.response_url } : {}),
  };
  const form = {
    text: draft.text,
    saidBy: draft.speakerName,
    saidAt: writtenAt(draft.messageTs),
    now: ctx.now,
    inThread: draft.threadTs !== undefined,
  };
  return evidenceModal(form, JSON.stringify(meta));
}
