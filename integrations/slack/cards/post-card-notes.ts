import { z } from 'zod';
import type { CardNote } from '../../../db/entities/action-card.js';
import { type CardNoteRow, noteSaid, waitingNotes } from '../../../db/queries/card-notes.js';
import {
  messageRedrawn,
  messagesOfSubject,
  notesWithRetry,
  type SlackMessageRow,
} from '../../../db/queries/slack-messages.js';
import { CARD_NOTE } from '../../../src/core/announce.js';
import type { Context } from '../../../src/core/context.js';
import { type JobHandler, RetryLater } from '../../../src/jobs/index.js';
import { POST_UNDER_WAY_MS } from '../connection/app-settings.js';
import type { Slack } from '../connection/slack.js';
import { slackFailure } from '../connection/slack-failure.js';
import { actOnFailure, mayWorkAgain } from '../delivery/act-on-failure.js';
import { type Place, postOnce } from '../delivery/post-once.js';
import { noteMessage, triedAgainMessage } from './note-message.js';

/** Stored hash of a note that has the button. */
const WITH_RETRY = 'with-retry';

/** Notes after which an earlier "Try again" is useless, or repeated below. */
const ENDS_RETRY: ReadonlySet<CardNote['kind']> = new Set([
  'issue_created',
  'issue_failed',
  'linked',
  'outcome',
  'reopened',
]);

/** Posts what happened to a card in the thread of each of its messages, in order and once. */
export const postCardNotes = (slack: Slack): JobHandler => ({
  kind: CARD_NOTE,
  async run(ctx, payload) {
    const { actionCardId } = CardChanged.parse(payload);
    const notes = await ctx.db.rows(waitingNotes, actionCardId);
    if (notes.length === 0) return;
    const messages = await ctx.db.rows(messagesOfSubject, 'action_card', actionCardId);
    for (const note of notes) {
      for (const message of messages) {
        if (message.failure === null && !(await tell(ctx, slack, note, message))) return;
      }
      await ctx.db.row(noteSaid, note.noteId);
    }
  },
});

/** Returns false if the note has to wait until someone fixes the connection. */
async function tell(
  ctx: Context,
  slack: Slack,
  note: CardNoteRow,
  message: SlackMessageRow,
): Promise<boolean> {
  try {
    const { workspaceId } = await slack.connection.connect();
    // another workspace of the team posts its own
    if (workspaceId === message.workspaceId) await post(ctx, slack, note, message);
    return true;
  } catch (error) {
    if (error instanceof RetryLater) throw error;
    const failure = slackFailure(error);
    await actOnFailure(ctx, slack, failure, message.channelId);
    return !(await mayWorkAgain(ctx, slack, failure, message.channelId));
  }
}

async function post(
  ctx: Context,
  slack: Slack,
  note: CardNoteRow,
  message: SlackMessageRow,
): Promise<void> {
  if (message.ts === null) throw new RetryLater(POST_UNDER_WAY_MS, 'the card is being posted');
  if (message.claimedAt > note.at) return; // posted after the note, so the card itself shows this
  const { workspaceId, channelId } = message;
  const place = {
    workspaceId,
    channelId,
    subjectType: 'card_note' as const,
    subjectId: note.noteId,
    threadTs: message.threadTs ?? message.ts,
  };
  if (ENDS_RETRY.has(note.note.kind)) await endRetries(ctx, slack, place);
  const looks = note.note.kind === 'issue_failed' ? WITH_RETRY : 'final';
  if (await postOnce(ctx, slack, place, noteMessage(note), looks)) return;
  const claims = await ctx.db.rows(messagesOfSubject, 'card_note', note.noteId);
  if (claims.some(({ ts, failure }) => ts === null && failure === null)) {
    throw new RetryLater(POST_UNDER_WAY_MS, 'the note is being posted');
  }
}

/** Removes "Try again" from the thread's notes that still have it. */
async function endRetries(
  ctx: Context,
  slack: Slack,
  { channelId, threadTs }: Place,
): Promise<void> {
  for (const { claimId, ts } of await ctx.db.rows(
    notesWithRetry,
    channelId,
    threadTs,
    WITH_RETRY,
  )) {
    try {
      await slack.client.chat.update({ channel: channelId, ts, ...triedAgainMessage() });
    } catch (error) {
      if (!['gone', 'refused'].includes(slackFailure(error).kind)) throw error;
    }
    await ctx.db.row(messageRedrawn, claimId, 'final', 0);
  }
}

/** Payload of a `card-changed` job. */
export const CardChanged = z.object({ actionCardId: z.string() });
