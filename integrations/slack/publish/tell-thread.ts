import { type CardNoteRow, noteSaid, waitingNotes } from '../../../db/queries/card-notes.js';
import { messagesOfSubject, type SlackMessageRow } from '../../../db/queries/slack-messages.js';
import type { Context } from '../../../src/context.js';
import { type JobHandler, RetryLater } from '../../../src/jobs/index.js';
import { CARD_NOTE } from '../../../src/outbox.js';
import { slackFailure } from '../connection/slack-failure.js';
import { noteMessage } from '../messages/note-message.js';
import { POST_UNDER_WAY_MS } from '../settings.js';
import type { Slack } from '../slack.js';
import { actOnFailure, mayWorkAgain } from './act-on-failure.js';
import { CardChanged } from './card-changed.js';
import { postOnce } from './post-once.js';

/** Says what happened to a card in the thread of each of its messages, in order and once. */
export const tellThread = (slack: Slack): JobHandler => ({
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

/** False where it has to wait until somebody has acted. */
async function tell(
  ctx: Context,
  slack: Slack,
  note: CardNoteRow,
  message: SlackMessageRow,
): Promise<boolean> {
  try {
    const { workspaceId } = await slack.connection.connect();
    // another workspace of the team tells its own
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
  if (message.claimedAt > note.at) return; // it was posted since, and shows this itself
  const { workspaceId, channelId } = message;
  const place = {
    workspaceId,
    channelId,
    subjectType: 'card_note' as const,
    subjectId: note.noteId,
    threadTs: message.threadTs ?? message.ts,
  };
  if (await postOnce(ctx, slack, place, noteMessage(note), 'final')) return;
  const claims = await ctx.db.rows(messagesOfSubject, 'card_note', note.noteId);
  if (claims.some(({ ts, failure }) => ts === null && failure === null)) {
    throw new RetryLater(POST_UNDER_WAY_MS, 'the note is being posted');
  }
}
