import { doubtMessage } from '../../../db/queries/slack-messages.js';
import { cardChanged } from '../../../src/outbox.js';
import { readCardMaterial } from '../card-material.js';
import { historyLine } from '../messages/history-line.js';
import type { Click } from './click.js';

/**
 * A click on something that is no longer possible: says who was first, and redraws the message that
 * still offered it.
 */
export async function tellWhoWasFirst(click: Click, sentence: string): Promise<void> {
  const { ctx, subjectId } = click;
  const material = await readCardMaterial(ctx, subjectId);
  const last = material?.history[0];
  await click.tell(last ? `${sentence} ${historyLine(last)}` : sentence);
  if (click.channelId) await ctx.db.row(doubtMessage, click.channelId, subjectId);
  if (material) await cardChanged(ctx, subjectId);
}
