import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type * as z from 'zod';
import type { Generated, LanguageModel } from '../../core/models/language-model.js';
import { ModelFailure } from '../../core/models/model-failure.js';
import type { ModelTask, ModelUsage } from '../../core/models/model-usage.js';

const TIMEOUT_MS = 90_000;
const MOST_WAIT_MS = 20_000;

/** A model, and the counter of its calls. */
export interface CountedModel {
  model: LanguageModel;
  usage: ModelUsage;
}

/**
 * Asks the model for one answer of a given shape about `data`, which is marked as data; retries once if the
 * model is busy. Throws ModelFailure.
 */
export async function askModel<T>(
  { model, usage }: CountedModel,
  task: ModelTask,
  { instructions, data, schema }: { instructions: string; data: unknown; schema: z.ZodType<T> },
): Promise<Generated<T>> {
  const mark = `interviews-${randomUUID()}`; // unguessable, so that no text in the data can close it
  const prompt = `<${mark}>\n${JSON.stringify(data)}\n</${mark}>`;
  for (let attempt = 1; ; attempt++) {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const generated = await model.generate({ instructions, prompt, schema, signal });
      usage.call(task, 'ok');
      usage.spent(task, {
        input: generated.usage.inputTokens,
        output: generated.usage.outputTokens,
      });
      return generated;
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      usage.call(task, error.reason);
      const busy = error.reason === 'rate_limited' && (error.retryAfterMs ?? 0) <= MOST_WAIT_MS;
      if (attempt > 1 || !busy) throw error;
      await wait(error.retryAfterMs ?? 1_000);
    }
  }
}
