import type { CardRow } from '../../../db/queries/card-material.js';
import {
  messageFailed,
  messageOutdated,
  messageRedrawn,
  messagesOfSubject,
  type SlackMessageRow,
} from '../../../db/queries/slack-messages.js';
import { CARD_CHANGED } from '../../../src/core/announce.js';
import type { Context } from '../../../src/core/context.js';
import { readSettings } from '../../../src/core/team-settings.js';
import { type JobHandler, RetryLater } from '../../../src/jobs/index.js';
import { historyLine } from '../blocks/history-line.js';
import { context, ours } from '../blocks/text.js';
import { POST_UNDER_WAY_MS } from '../connection/app-settings.js';
import type { Slack } from '../connection/slack.js';
import { type SlackFailure, slackFailure } from '../connection/slack-failure.js';
import { actOnFailure, mayWorkAgain } from '../delivery/act-on-failure.js';
import { clearProblem } from '../delivery/admin-alerts.js';
import { postOnce, UPDATES } from '../delivery/post-once.js';
import { askToDrawHomes } from '../delivery/request-home-redraw.js';
import { channelOf } from '../delivery/when-to-write.js';
import type { CardMaterial } from './card-material.js';
import { renderCard } from './card-message.js';
import { CardChanged } from './post-card-notes.js';
import { askToPost } from './post-cards.js';

const CLOCK_SKEW_MS = 30_000;

/** Redraws every message of a card from the database; unchanged ones are not sent. */
export const redrawCard = (slack: Slack): JobHandler => ({
  kind: CARD_CHANGED,
  async run(ctx, payload) {
    const { actionCardId } = CardChanged.parse(payload);
    const messages = await ctx.db.rows(messagesOfSubject, 'action_card', actionCardId);
    await askToDrawHomes(ctx);
    if (messages.length === 0) return askToPost(ctx);
    for (const message of messages) {
      if (message.failure === null) await redraw(ctx, slack, actionCardId, message);
    }
  },
});

async function redraw(
  ctx: Context,
  slack: Slack,
  actionCardId: string,
  shown: SlackMessageRow,
): Promise<void> {
  if (shown.ts === null) throw new RetryLater(POST_UNDER_WAY_MS, 'the card is being posted');
  slack.pace.passUnlessPaused(UPDATES);
  try {
    const { workspaceId } = await slack.connection.connect();
    if (workspaceId !== shown.workspaceId) return; // belongs to an earlier workspace of this team
    const settings = await readSettings(ctx.db);
    const showQuotes = await slack.channels.showsQuotes(shown.channelId, settings);
    const version = shown.version + 1;
    const view = { showQuotes, names: settings.names };
    const rendering = await renderCard(ctx, slack, actionCardId, version, view);
    if (!rendering) return;
    if (rendering.hash !== shown.renderedHash) {
      await slack.client.chat.update({
        channel: shown.channelId,
        ts: shown.ts,
        ...rendering.message,
      });
      await ctx.db.row(messageRedrawn, shown.claimId, rendering.hash, version);
      await clearProblem(ctx, slack, 'workspace');
      // was skipped while its channel accepted no updates
      const waited = shown.renderedHash === null && shown.channelId === channelOf(slack, settings);
      if (waited) await clearProblem(ctx, slack, 'channel');
    }
    await sayThatItReturned(ctx, slack, rendering.material, { ...shown, ts: shown.ts });
    waitForSnoozeToEnd(ctx, rendering.material.card);
  } catch (error) {
    const failure = slackFailure(error);
    await leave(ctx, slack, shown, failure);
    await actOnFailure(ctx, slack, failure, shown.channelId);
  }
}

/** Marks a message that cannot be updated now for a later redraw; one that never can be is dropped. */
async function leave(
  ctx: Context,
  slack: Slack,
  { claimId, channelId }: SlackMessageRow,
  failure: SlackFailure,
): Promise<void> {
  const { kind, code, retryAfterMs = 0 } = failure;
  if (kind === 'waiting') slack.pace.pause(UPDATES, retryAfterMs);
  if (await mayWorkAgain(ctx, slack, failure, channelId)) {
    await ctx.db.row(messageOutdated, claimId);
  } else if (kind === 'gone' || kind === 'channel') {
    await ctx.db.row(messageFailed, claimId, code);
  }
}

/** The clock of the process that scheduled this job may be ahead of ours. */
function waitForSnoozeToEnd(ctx: Context, { resolvedAt, snoozedUntil }: CardRow): void {
  const leftMs = (snoozedUntil?.getTime() ?? 0) - ctx.now.getTime();
  if (resolvedAt === null && leftMs > 0 && leftMs < CLOCK_SKEW_MS) {
    throw new RetryLater(leftMs, 'the snooze ends in a moment');
  }
}

/**
 * Posts once, in the card's own thread, that a snooze has ended. Only for a card that was in the channel before: a
 * card that is posted on its return does not need a note.
 */
async function sayThatItReturned(
  ctx: Context,
  slack: Slack,
  { card, history }: CardMaterial,
  shown: SlackMessageRow & { ts: string },
): Promise<void> {
  const until = card.snoozedUntil;
  if (card.resolvedAt !== null || until === null || until > ctx.now) return;
  if (shown.postedAt === null || shown.postedAt > until) return;
  const snoozed = history.find((row) => row.action === 'snooze');
  const place = {
    workspaceId: shown.workspaceId,
    channelId: shown.channelId,
    subjectType: 'snooze_return' as const,
    subjectId: `${card.actionCardId}@${until.getTime()}`,
    threadTs: shown.ts,
  };
  const text = 'This card is back from its snooze.';
  const blocks = [
    { type: 'section' as const, text: ours(`:alarm_clock: ${text}`) },
    ...(snoozed ? [context(historyLine(snoozed, 'named'))] : []),
  ];
  await postOnce(ctx, slack, place, { text, blocks }, 'final');
}
