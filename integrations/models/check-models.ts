import * as z from 'zod';
import type { EmbeddingsSettings, LlmSettings } from '../../src/config/integration-settings.js';
import { ModelFailure } from '../../src/core/models/model-failure.js';
import { type Check, ok, wrong } from '../../src/operations/doctor/check.js';
import { SdkEmbeddingModel } from './embedding-model.js';
import { SdkLanguageModel } from './language-model.js';

const PATIENCE_MS = 20_000;
const Answer = z.object({ ready: z.boolean() });

/** Sends one short question to the model; it costs a few tokens. */
export async function checkLanguageModel(settings: LlmSettings): Promise<Check> {
  const started = performance.now();
  try {
    await new SdkLanguageModel(settings).generate({
      instructions: 'Answer that you are ready.',
      prompt: 'Are you ready?',
      schema: Answer,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return ok('model', `${settings.model} answers in ${seconds(started)} s`);
  } catch (error) {
    return failed('model', settings.model, error, 'LLM_API_KEY, LLM_MODEL and LLM_BASE_URL');
  }
}

/** Sends one word to the embeddings endpoint. */
export async function checkEmbeddings(settings: EmbeddingsSettings): Promise<Check> {
  const started = performance.now();
  try {
    const { vectors } = await new SdkEmbeddingModel(settings).embed(['ready'], {
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const length = vectors[0]?.length ?? 0;
    return ok('embeddings', `${settings.model} gives ${length} numbers in ${seconds(started)} s`);
  } catch (error) {
    return failed(
      'embeddings',
      settings.model,
      error,
      'EMBEDDINGS_BASE_URL, EMBEDDINGS_API_KEY and EMBEDDINGS_MODEL',
    );
  }
}

function failed(part: string, model: string, error: unknown, names: string): Check {
  if (!(error instanceof ModelFailure)) throw error;
  return wrong(
    part,
    `${model}: ${error.message}`,
    `Check ${names}. Until then the built-in way is used.`,
  );
}

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1);
