import { doubtMessage } from '../../../db/queries/slack-messages.js';
import { cardChanged } from '../../../src/core/announce.js';
import { Refusal } from '../../../src/core/errors.js';
import { historyLine } from '../blocks/history-line.js';
import { refusalInWords } from '../blocks/refusal-words.js';
import { ownSentence } from '../blocks/text.js';
import type { Click } from '../requests/handlers.js';
import { readCardMaterial } from './card-material.js';

/** Runs an action. If the state no longer allows it, tells the user so and who acted first. */
export async function refuseIfOutdated(click: Click, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'invalid_transition') throw error;
    await postConflictNotice(click, ownSentence(refusalInWords(error), 1_500));
  }
}

/**
 * Handles a click on an action that is no longer possible: tells the user who acted first, and redraws the message
 * that still offered it.
 */
export async function postConflictNotice(click: Click, sentence: string): Promise<void> {
  const { ctx, subjectId } = click;
  const material = await readCardMaterial(ctx, subjectId);
  const last = material?.history[0];
  await click.tell(last ? `${sentence} ${historyLine(last)}` : sentence);
  if (click.channelId) await ctx.db.row(doubtMessage, click.channelId, subjectId);
  if (material) await cardChanged(ctx, subjectId);
}
