import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import type { Context } from '../../../core/context.js';
import { estimateTokens } from '../../../core/models/context-room.js';
import type { Generated } from '../../../core/models/language-model.js';
import { ModelFailure, markedData } from '../../../core/models/language-model.js';
import type { ModelTask } from '../../../core/models/model-usage.js';
import { mayBeEnglish } from '../../../language/english.js';
import { checkBudget, countTokens } from './budget.js';

/**
 * Sentences from studies in several languages can only become one belief if they are in the same language; the bot's
 * is English.
 */
const inEnglish =
  '\nThe data is not all in English. Write all sentences of your own in English, as somebody would who knows both languages well; copy quotes as they are, character by character, and keep the names of pages, buttons and products.';

/** A small machine writes a few tokens per second. */
const TIMEOUT_MS = 300_000;
const ATTEMPTS = 4;
const MOST_WAIT_MS = 60_000;
const GROWTH = 4;
const PASSING: ReadonlySet<string> = new Set(['timeout', 'rate_limited', 'unavailable']);

interface Request<T> {
  instructions: string;
  data: unknown;
  schema: z.ZodType<T>;
  maxOutputTokens: number;
}

/**
 * Asks the language model for one answer of a given shape about `data`, which is marked as data. Transient failures
 * are retried with back-off; a server that did not answer the previous call gets one try. Counts the tokens towards
 * the team's day. Throws ModelFailure.
 */
export async function askModel<T>(
  ctx: Context,
  task: ModelTask,
  { data, schema, maxOutputTokens, ...request }: Request<T>,
): Promise<Generated<T>> {
  const { language, reading, usage } = ctx.models ?? {};
  if (!language || !reading || !usage) throw new ModelFailure('refused', 'no model is configured');
  const prompt = markedData(data);
  const instructions = request.instructions + (mayBeEnglish(prompt) ? '' : inEnglish);
  await checkBudget(ctx, costOf(instructions, prompt, schema) + maxOutputTokens / 2);
  const attempts = usage.lastOutcome === 'unavailable' ? 1 : ATTEMPTS;
  for (let attempt = 1; ; attempt++) {
    try {
      const generated = await language.generate({
        ...{ instructions, prompt, schema, maxOutputTokens },
        timeoutMs: TIMEOUT_MS,
      });
      usage.call(task, 'ok');
      const { inputTokens: input, outputTokens: output } = generated.usage;
      usage.spent(task, { input, output });
      await countTokens(ctx, generated.usage);
      return generated;
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      usage.call(task, error.reason);
      const asked = error.retryAfterMs ?? 0;
      const passes = PASSING.has(error.reason) && asked <= MOST_WAIT_MS;
      if (!passes || attempt >= attempts) throw error;
      const pause = reading.retryMs * GROWTH ** (attempt - 1);
      await wait(Math.max(asked, pause * (0.5 + Math.random() / 2)));
    }
  }
}

/** The input tokens of a question, estimated. */
export const costOf = (instructions: string, prompt: string, schema: z.ZodType): number =>
  estimateTokens(instructions) +
  estimateTokens(prompt) +
  estimateTokens(JSON.stringify(z.toJSONSchema(schema)));
