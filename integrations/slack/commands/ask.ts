import { giveAnswer } from '../conversation/give-answer.js';
import { notGiven, type OwedAnswer, oweAnswer } from '../conversation/owed-answer.js';
import { questionOf, questionProblem } from '../question.js';
import type { SlashCommand } from './slash-command.js';

/** Answers the person who asks; what they want others to see, they share. */
export const askCommand: SlashCommand = {
  acknowledge(text) {
    const problem = questionProblem(questionOf(text));
    return { text: problem ?? 'Searching what people said…', proceed: problem === undefined };
  },

  async run(slack, ctx, command) {
    const { workspaceId } = await slack.connection.connect();
    const owed: OwedAnswer = {
      key: command.trigger_id,
      workspaceId,
      question: questionOf(command.text),
      askedBy: command.user_id,
      reply: { kind: 'private', responseUrl: command.response_url },
    };
    await oweAnswer(ctx, owed);
    await giveAnswer(slack, ctx, owed).catch(async (error: unknown) => {
      throw await notGiven(ctx, owed, error);
    });
  },
};
