import type { Context } from '../context.js';
import type { Answer } from './answer.js';
import { answerQuestion } from './answer-question.js';
import { alone, type EarlierTurn, readInContext } from './follow-up.js';
import { overviewOf } from './overview.js';
import { refsAskedFor } from './refs-asked-for.js';

export interface AskInContext {
  question: string;
  /** What was asked before in the conversation, the oldest first. */
  earlier: readonly EarlierTurn[];
}

/**
 * Answers a question of a conversation as `ask` does. What it leaves out is understood from the questions
 * before it ("and why?", "what about agencies?"). Earlier answers are no material: an answer rests on what
 * is stored now.
 */
export const askInContext = (ctx: Context, { question, earlier }: AskInContext): Promise<Answer> =>
  answerQuestion(ctx, {
    question,
    earlier,
    readings: needsNothing(question) ? [alone(question)] : readInContext(question, earlier),
  });

/** It names beliefs by their refs, or no subject at all. */
const needsNothing = (question: string): boolean =>
  refsAskedFor(question).length > 0 || overviewOf(question) !== undefined;
