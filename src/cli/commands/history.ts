import { listHistory } from '../../beliefs/history/list-history.js';
import { command } from '../command.js';
import { operatorContext } from '../operator-context.js';
import { wholeNumber } from '../options.js';

export const history = command({
  name: 'history',
  summary: 'show who decided, linked, resolved and snoozed what, newest first',
  options: { team: { type: 'string' }, limit: { type: 'string' } },
  required: ['team'],
  run: async (input) => {
    const limit = wholeNumber(input.options, 'limit', { min: 1, max: 10_000 }) ?? 50;
    return listHistory(await operatorContext(input), { limit });
  },
  show: (entries) =>
    entries
      .map(({ at, action, subjectType, subjectId, actorName, note }) =>
        [new Date(at).toISOString(), actorName, action, subjectType, subjectId, note]
          .filter(Boolean)
          .join('  '),
      )
      .join('\n') || 'Nothing has been decided yet.',
});
