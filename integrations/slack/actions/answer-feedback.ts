import { SlackAnswer } from '../../../db/entities/slack.js';
import { giveFeedback } from '../../../db/queries/slack-feedback.js';
import { tooOld } from './answer-of.js';
import type { Action } from './click.js';

/** Keeps whether an answer helped; a person may change their mind. */
export const sayIfHelpful: Action = async ({ ctx, person, subjectId, detail, tell }) => {
  const answer = await ctx.db.findOne(SlackAnswer, { answerId: subjectId });
  if (!answer) throw tooOld();
  const { question, covered } = answer;
  const helpful = detail === 'yes';
  await ctx.db.row(giveFeedback, subjectId, person.userId, helpful, question, covered, ctx.now);
  await tell(
    helpful
      ? 'Good to know, thank you.'
      : 'Thank you, noted. Asking with other words may help; what people said elsewhere can be added with “Save as evidence”.',
  );
};
