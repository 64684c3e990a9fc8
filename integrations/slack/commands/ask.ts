import { randomUUID } from 'node:crypto';
import { SlackAnswer } from '../../../db/entities/slack.js';
import { ask } from '../../../src/ask/ask.js';
import { readSettings } from '../../../src/settings/team-settings.js';
import { answerMessage, shareButton } from '../messages/answer-message.js';
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
    const answerId = randomUUID();
    await ctx.db.insert(SlackAnswer, {
      answerId,
      askedBy: command.user_id,
      question,
      message: { ...message },
      askedAt: ctx.now,
    });
    await respond(command.response_url, {
      text: message.text,
      blocks: [...message.blocks, shareButton(answerId)],
      response_type: 'ephemeral',
      replace_original: true,
    });
  },
};
