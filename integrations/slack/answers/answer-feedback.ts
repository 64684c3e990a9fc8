import { SlackAnswer } from '../../../db/entities/slack.js';
import { giveFeedback } from '../../../db/queries/slack-feedback.js';
import type { Action } from '../requests/click.js';
import { tooOld } from './answer-of.js';

/** Stores whether an answer helped; users may change their vote. */
export const sayIfHelpful: Action = async ({ ctx, person, subjectId, detail, tell }) => {
  const answer = await ctx.db.findOne(SlackAnswer, { answerId: subjectId });
  if (!answer) throw tooOld();
  const { question, covered } = answer;
  const helpful = detail === 'yes';
  await ctx.db.row(giveFeedback, {
    answerId: subjectId,
    userId: person.userId,
    helpful,
    question,
    covered,
    now: ctx.now,
  });
  await tell(
    helpful
      ? 'Good to know, thank you.'
      : 'Thank you, noted. Rephrasing the question may help; add what people said elsewhere with “Save as evidence”.',
  );
};
