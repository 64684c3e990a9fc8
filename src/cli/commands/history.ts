import { feedbackOfTeam } from '../../../db/queries/slack-feedback.js';
import { listHistory } from '../../beliefs/history/history.js';
import { command, wholeNumber } from '../command.js';
import { operatorContext } from '../with-database.js';

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

const LIMIT = 100;

export const feedback = command({
  name: 'feedback',
  summary: 'what people in Slack thought of the answers they got, and why; with --json a test set',
  options: { team: { type: 'string' }, limit: { type: 'string' } },
  required: ['team'],
  run: async (input) => {
    const limit = wholeNumber(input.options, 'limit', { min: 1, max: 10_000 }) ?? LIMIT;
    const { db } = await operatorContext(input);
    const rows = await db.rows(feedbackOfTeam, limit);
    return rows.map((row) => ({ ...row, lastGivenAt: row.lastGivenAt.getTime() }));
  },
  show: (answers) =>
    answers
      .map(({ question, kind, covered, refs, helpful, notHelpful, reasons }) => {
        const answered = kind ?? (covered === false ? 'not covered' : 'answered');
        const of = [answered.padEnd(11), question.replace(/\s+/g, ' '), ...refs].join('  ');
        const why = reasons.map((reason) => `       ${reason.replace(/\s+/g, ' ')}`);
        return [`+${helpful} -${notHelpful}  ${of}`, ...why].join('\n');
      })
      .join('\n') || 'No one has rated an answer yet.',
});
