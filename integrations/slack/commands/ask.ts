import { ask } from '../../../src/ask/ask.js';
import { readSettings } from '../../../src/settings/team-settings.js';
import { keepAnswer } from '../conversation/keep-answer.js';
import { answerButtons, movesOf } from '../messages/answer-buttons.js';
import { answerMessage } from '../messages/answer-message.js';
import { questionOf, questionProblem } from '../question.js';
import { respond } from '../respond.js';
import type { SlashCommand } from './slash-command.js';

/** Answers the person who asks; what they want others to see, they share. */
export const askCommand: SlashCommand = {
  acknowledge(text) {
    const problem = questionProblem(questionOf(text));
    return { text: problem ?? 'Searching what people said…', proceed: problem === undefined };
  },

  async run(_slack, ctx, command) {
    const question = questionOf(command.text);
    const answer = await ask(ctx, question);
    const { names } = await readSettings(ctx.db);
    const message = answerMessage(answer, { now: ctx.now, names, question, showQuotes: true });
    const askedBy = command.user_id;
    const answerId = await keepAnswer(ctx, { question, askedBy, answer, message });
    await respond(command.response_url, {
      text: message.text,
      blocks: [...message.blocks, answerButtons(answerId, movesOf(answer), true)],
      response_type: 'ephemeral',
      replace_original: true,
    });
  },
};
