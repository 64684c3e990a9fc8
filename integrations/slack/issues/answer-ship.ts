import { Refusal } from '../../../src/core/errors.js';
import { answerShipQuestion } from '../../../src/issues/answer-ship-question.js';
import { ownSentence } from '../blocks/text.js';
import type { Action } from '../requests/click.js';

/** Records the outcome with one click; a user who is too late sees who answered first. */
export const answerShip =
  (answer: 'shipped' | 'not_yet'): Action =>
  async ({ ctx, subjectId, tell }) => {
    try {
      await answerShipQuestion(ctx, subjectId, answer);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'invalid_transition') throw error;
      await tell(ownSentence(error.message, 1_500));
    }
  };
