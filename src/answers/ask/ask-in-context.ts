import type { Context } from '../../core/context.js';
import type { Answer } from './answer.js';
import { answerQuestion } from './answer-question.js';
import { alone, type EarlierTurn, type Reading, readInContext } from './follow-up.js';
import { overviewOf } from './overview.js';
import { refsAskedFor } from './refs-asked-for.js';

export interface AskInContext {
  question: string;
  /** Earlier questions of the conversation, the oldest first. */
  earlier: readonly EarlierTurn[];
}

/**
 * Answers a question of a conversation as `ask` does. Anything that it leaves out is taken from the
 * questions before it ("and why?", "what about agencies?"). Earlier answers are not used as
 * material: an answer rests on what is stored now.
 */
export const askInContext = (ctx: Context, { question, earlier }: AskInContext): Promise<Answer> =>
  answerQuestion(ctx, { question, earlier, readings: readingsOf({ question, earlier }) });

/** Possible readings of a question within its conversation, the likeliest first; at least one. */
export const readingsOf = ({ question, earlier }: AskInContext): readonly Reading[] =>
  needsNothing(question) ? [alone(question)] : readInContext(question, earlier);

/** True if the question names beliefs by their refs, or no subject at all. */
export const needsNothing = (question: string): boolean =>
  refsAskedFor(question).length > 0 || overviewOf(question) !== undefined;
