import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type * as z from 'zod';
import type { Generated, LanguageModel } from '../../models/language-model.js';
import { ModelFailure } from '../../models/model-failure.js';
import type { ModelTask, ModelUsage } from '../../models/model-usage.js';

const TIMEOUT_MS = 90_000;
const MOST_WAIT_MS = 20_000;

/** A model, and where its calls are counted. */
export interface CountedModel {
  model: LanguageModel;
  usage: ModelUsage;
}

/**
 * One answer of the wished shape about `data`, which is marked as data; tried a second time where the model was
 * busy. Throws ModelFailure.
 */
export async function askModel<T>(
  { model, usage }: CountedModel,
  task: ModelTask,
  { instructions, data, schema }: { instructions: string; data: unknown; schema: z.ZodType<T> },
): Promise<Generated<T>> {
  const mark = `interviews-${randomUUID()}`; // no text in it can know how to end it
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
