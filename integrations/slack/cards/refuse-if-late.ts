import { Refusal } from '../../../src/core/errors.js';
import { refusalInWords } from '../blocks/refusal-words.js';
import { ownSentence } from '../blocks/text.js';
import type { Click } from '../requests/click.js';
import { postConflictNotice } from './conflict-notice.js';

/** Runs an action; if the state no longer allows it, says so and who acted first. */
export async function refuseIfLate(click: Click, move: () => Promise<unknown>): Promise<void> {
  try {
    await move();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'invalid_transition') throw error;
    await postConflictNotice(click, ownSentence(refusalInWords(error), 1_500));
  }
}
