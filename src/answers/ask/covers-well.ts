import type { Context } from '../../core/context.js';
import { terms } from '../../language/tokens.js';
import { beliefsFor, materialOf } from './answer-question.js';
import { type AskInContext, needsNothing, readingsOf } from './ask-in-context.js';
import { contentOf } from './follow-up.js';
import { wordsOf } from './naming.js';

/** Minimum share of a question's words that the beliefs behind its answer must mention. */
const leastSpoken = 0.75;

/**
 * True if a question that was not addressed to the bot would get a good answer: the material covers
 * it, and the words that it adds to the conversation literally appear in the beliefs or quotes, so
 * that a lookalike ("lunch", "launch") is not enough. No model is called.
 */
export async function coversWell(ctx: Context, asked: AskInContext): Promise<boolean> {
  const { question, earlier } = asked;
  const content = needsNothing(question) ? [] : contentOf(question);
  for (const reading of readingsOf(asked)) {
    const material = await materialOf(ctx, reading, earlier);
    const chosen = beliefsFor(reading, material, earlier);
    if (chosen.length === 0 || !material.covered || material.opening !== undefined) continue;
    const said = new Set(chosen.flatMap((belief) => terms(wordsOf(belief))));
    const spoken = content.filter((term) => said.has(term));
    if (spoken.length >= leastSpoken * content.length) return true;
  }
  return false;
}
