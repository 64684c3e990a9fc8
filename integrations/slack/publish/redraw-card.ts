import type { CardRow } from '../../../db/queries/card-material.js';
import {
  messageFailed,
  messageOutdated,
  messageRedrawn,
  messagesOfSubject,
  type SlackMessageRow,
} from '../../../db/queries/slack-messages.js';
import type { Context } from '../../../src/context.js';
import { type JobHandler, RetryLater } from '../../../src/jobs/index.js';
import { CARD_CHANGED } from '../../../src/outbox.js';
import { readSettings } from '../../../src/settings/team-settings.js';
import { type SlackFailure, slackFailure } from '../connection/slack-failure.js';
import { POST_UNDER_WAY_MS } from '../settings.js';
import type { Slack } from '../slack.js';
import { actOnFailure, mayWorkAgain } from './act-on-failure.js';
import { askToDrawHomes } from './ask-to-draw-homes.js';
import { CardChanged } from './card-changed.js';
import { channelOf } from './channel-of.js';
import { askToPost } from './post-cards.js';
import { renderCard } from './render-card.js';
import { sayThatItReturned } from './snooze-return.js';
import { troubleOver } from './troubles.js';

const CLOCK_SKEW_MS = 30_000;
export const UPDATES = 'chat.update';

/** Redraws every message of a card from the database; what would look the same is not sent. */
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
    if (workspaceId !== shown.workspaceId) return; // of an earlier workspace of this team
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
      await troubleOver(ctx, slack, 'workspace');
      // left as it was while its channel took nothing
      const waited = shown.renderedHash === null && shown.channelId === channelOf(slack, settings);
      if (waited) await troubleOver(ctx, slack, 'channel');
    }
    await sayThatItReturned(ctx, slack, rendering.material, { ...shown, ts: shown.ts });
    waitForSnoozeToEnd(ctx, rendering.material.card);
  } catch (error) {
    const failure = slackFailure(error);
    await leave(ctx, slack, shown, failure);
    await actOnFailure(ctx, slack, failure, shown.channelId);
  }
}

/** What cannot be changed now waits for somebody to act; what never can be changed again is let go. */
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

/** The clock that woke us may be ahead of ours. */
function waitForSnoozeToEnd(ctx: Context, { resolvedAt, snoozedUntil }: CardRow): void {
  const leftMs = (snoozedUntil?.getTime() ?? 0) - ctx.now.getTime();
  if (resolvedAt === null && leftMs > 0 && leftMs < CLOCK_SKEW_MS) {
    throw new RetryLater(leftMs, 'the snooze ends in a moment');
  }
}
