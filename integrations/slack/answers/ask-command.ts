import type { SlashCommand } from '../requests/handlers.js';
import { questionOf, questionProblem } from '../requests/question.js';
import { comesLater, type DeferredAnswer, deferAnswer } from './deferred-answer.js';
import { giveAnswer } from './give-answer.js';

/** Answers privately; the user can then share the answer with the channel. */
export const askCommand: SlashCommand = {
  refuse: (text) => questionProblem(questionOf(text)),

  async run(slack, ctx, command) {
    const { workspaceId } = await slack.connection.connect();
    const owed: DeferredAnswer = {
      key: command.trigger_id,
      workspaceId,
      question: questionOf(command.text),
      askedBy: command.user_id,
      reply: { kind: 'private', responseUrl: command.response_url },
    };
    await deferAnswer(ctx, owed);
    try {
      await giveAnswer(slack, ctx, owed);
    } catch (error) {
      if (!(await comesLater(ctx, owed, error))) throw error;
      slack.log.warn({ err: error }, 'could not post an answer yet; it will be retried');
    }
  },
};
