import type { Context } from '../context.js';
import type { Answer } from './answer.js';
import { askInContext } from './ask-in-context.js';

/**
 * Answers a question from what is stored, in its words (decisions.md, Ask): what is believed and how
 * sure we are, verbatim quotes for and against, or that nothing covers the question. The question and
 * the quotes are data; nothing in them is followed.
 */
export const ask = (ctx: Context, question: string): Promise<Answer> =>
  askInContext(ctx, { question, earlier: [] });
