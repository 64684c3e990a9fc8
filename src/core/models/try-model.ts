import type * as z from 'zod';
import type { Context } from '../context.js';
import { ModelFailure, markedData } from './language-model.js';
import type { ModelTask } from './model-usage.js';

/** A user may be waiting for the result, and the built-in method is immediate. */
const TIMEOUT_MS = 20_000;

/**
 * Returns the configured model's result for `data`, which is marked as data; undefined without a model or if it
 * fails. The call is counted, and a failure is logged with `otherwise`, which says what is done instead.
 */
export async function tryModel<T>(
  { models, log }: Context,
  task: ModelTask,
  request: {
    instructions: string;
    data: unknown;
    schema: z.ZodType<T>;
    otherwise: string;
    timeoutMs?: number;
  },
): Promise<T | undefined> {
  if (!models?.language) return undefined;
  const { language: model, usage } = models;
  const { instructions, data, schema, otherwise, timeoutMs = TIMEOUT_MS } = request;
  try {
    const generated = await model.generate({
      instructions,
      prompt: markedData(data),
      schema,
      timeoutMs,
      isAwaited: true,
    });
    const { inputTokens, outputTokens } = generated.usage;
    usage.call(task, 'ok');
    usage.spent(task, { input: inputTokens, output: outputTokens });
    return generated.value;
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    usage.call(task, error.reason);
    log.warn({ reason: error.message }, otherwise);
    return undefined;
  }
}
