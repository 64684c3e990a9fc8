import type { SlackMessageRow } from '../../../db/queries/slack-messages.js';
import type { Context } from '../../../src/context.js';
import type { CardMaterial } from '../card-material.js';
import { historyLine } from '../messages/history-line.js';
import { context, ours } from '../messages/text.js';
import type { Slack } from '../slack.js';
import { postOnce } from './post-once.js';

/**
 * Says once, in the card's own thread, that a snooze has ended. Only for a card that stood in the
 * channel before: one that is posted on its return speaks for itself.
 */
export async function sayThatItReturned(
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
