import { doubtMessage } from '../../../db/queries/slack-messages.js';
import { cardChanged } from '../../../src/core/outbox.js';
import { historyLine } from '../blocks/history-line.js';
import type { Click } from '../requests/click.js';
import { readCardMaterial } from './card-material.js';

/**
 * Handles a click on an action that is no longer possible: says who acted first, and redraws the message that
 * still offered it.
 */
export async function postConflictNotice(click: Click, sentence: string): Promise<void> {
  const { ctx, subjectId } = click;
  const material = await readCardMaterial(ctx, subjectId);
  const last = material?.history[0];
  await click.tell(last ? `${sentence} ${historyLine(last)}` : sentence);
  if (click.channelId) await ctx.db.row(doubtMessage, click.channelId, subjectId);
  if (material) await cardChanged(ctx, subjectId);
}
