import { randomUUID } from 'node:crypto';
import { SlackDraft } from '../../../db/entities/slack.js';
import { SourceItem } from '../../../db/entities/source-item.js';
import { whoSaved } from '../../../db/queries/participants.js';
import type { Context } from '../../../src/core/context.js';
import type { Person } from '../connection/people.js';
import type { Slack } from '../connection/slack.js';
import type { ShortcutHandler } from '../requests/handlers.js';
import { openModal } from '../requests/modals.js';
import type { ModalMeta, Shortcut } from '../requests/payloads.js';
import { type EvidenceDraft, sourceItemIdOf, writtenAt } from './draft.js';
import { cannotSaveModal, evidenceModal } from './evidence-modal.js';
import { spokenText } from './thread-turns.js';

/** Shows what would be stored from a message; nothing is stored until the user submits. */
export const saveAsEvidence: ShortcutHandler = async (slack, ctx, person, shortcut) => {
  const fill = await openModal(slack, shortcut.trigger_id);
  const draft = await draftOf(slack, shortcut);
  await fill(await viewOf(ctx, person, shortcut, draft));
};

async function viewOf(ctx: Context, person: Person, shortcut: Shortcut, draft: EvidenceDraft) {
  if (draft.text === '') return cannotSaveModal('This message has no words to keep.');
  const sourceItemId = sourceItemIdOf(draft);
  if (await ctx.db.findOne(SourceItem, { sourceItemId })) {
    const first = await ctx.db.row(whoSaved, sourceItemId);
    return cannotSaveModal(`${first?.actorName ?? 'Someone'} saved this as evidence already.`);
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

async function draftOf(slack: Slack, { channel, message }: Shortcut): Promise<EvidenceDraft> {
  const { workspaceId } = await slack.connection.connect();
  const { ts, thread_ts, user, bot_id, username, text } = message;
  const speakerName = user
    ? (await slack.people.find(user, username)).name
    : (username ?? 'An app');
  const link = await linkTo(slack, channel.id, ts);
  return {
    workspaceId,
    channelId: channel.id,
    messageTs: ts,
    speakerId: user ?? bot_id ?? 'app',
    speakerName,
    text: await spokenText(text, slack.people),
    ...(thread_ts ? { threadTs: thread_ts } : {}),
    ...(link ? { link } : {}),
  };
}

/** A message without a permalink can be saved all the same. */
async function linkTo(slack: Slack, channel: string, ts: string): Promise<string | undefined> {
  try {
    return (await slack.client.chat.getPermalink({ channel, message_ts: ts })).permalink;
  } catch (error) {
    slack.log.debug({ err: error }, 'could not get the permalink of a message');
    return undefined;
  }
}
