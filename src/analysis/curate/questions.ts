import { Signal } from '../../../db/entities/signal.js';
import { lockTeam } from '../../../db/queries/teams.js';
import { recordHistory } from '../../beliefs/history/history.js';
import { type Context, inTransaction } from '../../core/context.js';
import { invalidRequest, notFound } from '../../core/errors.js';
import { words } from '../../language/tokens.js';

/** Maximum length of a question that a belief answers, in characters. */
export const LONGEST_QUESTION = 200;
/** Maximum number of questions of a belief. */
export const MOST_QUESTIONS = 40;

export interface QuestionChanges {
  add?: readonly string[];
  remove?: readonly string[];
}

/**
 * Changes the questions that a signal, open or archived, is said to answer, in the words of people who ask: answers
 * find it by them too. Questions that it already has, whatever their case, and questions to remove that it lacks are
 * ignored. Returns all of its questions. Throws `not_found`, `invalid_request`.
 */
export const changeQuestions = (
  ctx: Context,
  signalId: string,
  { add = [], remove = [] }: QuestionChanges,
): Promise<readonly string[]> =>
  inTransaction(ctx, async (tx) => {
    await tx.db.row(lockTeam);
    const signal = await tx.db.lock(Signal, { signalId });
    if (!signal) throw notFound('signal', signalId);
    const { questions: before } = signal;
    const gone = new Set(remove.map(keyOf));
    const kept = before.filter((question) => !gone.has(keyOf(question)));
    const questions = together(kept, add.map(checkedQuestion));
    if (questions.length > MOST_QUESTIONS) {
      throw invalidRequest(
        `A belief has at most ${MOST_QUESTIONS} questions; with these it would have ${questions.length}.`,
      );
    }
    const added = questions.filter((question) => !before.includes(question));
    const removed = before.filter((question) => !questions.includes(question));
    if (added.length + removed.length === 0) return before;
    await tx.db.update(Signal, { signalId }, { questions });
    await recordHistory(tx, {
      ...{ action: 'change_questions', subjectType: 'signal', subjectId: signalId },
      detail: { ...(added.length > 0 && { added }), ...(removed.length > 0 && { removed }) },
    });
    return questions;
  });

/** Both lists without repetitions; the first spelling of a question stays. */
export function together(questions: readonly string[], more: readonly string[]): string[] {
  const all = new Map<string, string>();
  for (const question of [...questions, ...more]) {
    const key = keyOf(question);
    if (!all.has(key)) all.set(key, question);
  }
  return [...all.values()];
}

const keyOf = (question: string): string => words(question).join(' ');

function checkedQuestion(text: string): string {
  const question = text.replace(/\s+/g, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(question) || question.length > LONGEST_QUESTION) {
    throw invalidRequest(
      `A question must have 1 to ${LONGEST_QUESTION} characters, with a letter or a digit among them: ${JSON.stringify(question.slice(0, 80))}.`,
    );
  }
  return question;
}
