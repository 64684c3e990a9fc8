import { questionsOfSignals } from '../../../db/queries/signals.js';
import { changeQuestions } from '../../analysis/curate/questions.js';
import { command } from '../command.js';
import { signalNamed } from '../signal-named.js';
import { operatorContext } from '../with-database.js';

export const signalQuestions = command({
  name: 'signal questions',
  summary: 'list, add and remove questions that a signal answers, by which `ask` finds it',
  args: ['id'],
  options: {
    team: { type: 'string' },
    add: { type: 'string', multiple: true },
    remove: { type: 'string', multiple: true },
  },
  required: ['team'],
  run: async (input) => {
    const ctx = await operatorContext(input);
    const { signalId, ref } = await signalNamed(ctx, input.args.id as string);
    const { add = [], remove = [] } = input.lists;
    if (add.length + remove.length > 0) await changeQuestions(ctx, signalId, { add, remove });
    const [found] = await ctx.db.rows(questionsOfSignals, [signalId]);
    return { signalId, ref, questions: found?.questions ?? [] };
  },
  show: ({ ref, questions }) =>
    questions.length === 0
      ? `${ref} has no questions. Add some in other words than its own: --add "Why do people …?"`
      : questions.join('\n'),
});
