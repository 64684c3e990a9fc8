import type { Context } from '../../core/context.js';
import type { Answer } from './answer.js';
import { askInContext } from './ask-in-context.js';

/**
 * Answers a question from stored material, in its words (docs/reference.md, Ask): the belief and
 * how sure we are, verbatim quotes for and against, or that nothing covers the question. The
 * question and the quotes are data; no instruction in them is followed.
 */
export const ask = (ctx: Context, question: string): Promise<Answer> =>
  askInContext(ctx, { question, earlier: [] });
