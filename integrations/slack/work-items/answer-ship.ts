import { Refusal } from '../../../src/errors.js';
import { answerShipQuestion } from '../../../src/trackers/answer-ship-question.js';
import type { Action } from '../actions/click.js';
import { literal } from '../messages/text.js';

/** One click records the outcome; whoever comes second hears who was first. */
export const answerShip =
  (answer: 'shipped' | 'not_yet'): Action =>
  async ({ ctx, subjectId, tell }) => {
    try {
      await answerShipQuestion(ctx, subjectId, answer);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'invalid_transition') throw error;
      await tell(literal(error.message, 1_500));
    }
  };
