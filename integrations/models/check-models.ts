import { tryReading } from '../../src/analysis/model/reading/try-reading.js';
import type { EmbeddingsSettings, LlmSettings } from '../../src/config/integration-settings.js';
import { type Check, ok, wrong } from '../../src/core/check.js';
import { ModelFailure } from '../../src/core/models/language-model.js';
import { SdkEmbeddingModel } from './embedding-model.js';
import { SdkLanguageModel } from './language-model.js';

const PATIENCE_MS = 20_000;
/**
 * Lets the model read three sentences as it reads interviews, and checks the result: whether it returns the
 * required shape, copies a quote verbatim, and distinguishes support from a shared topic.
 */
export async function checkLanguageModel(settings: LlmSettings): Promise<Check> {
  const started = performance.now();
  try {
    const { fault, inputTokens, outputTokens } = await tryReading(new SdkLanguageModel(settings));
    const took = `${seconds(started)} s for ${inputTokens + outputTokens} tokens`;
    if (!fault) return ok('model', `${settings.model} reads an interview right, ${took}`);
    return wrong(
      'model',
      `${settings.model} answers (${took}), but ${fault}`,
      'Choose a larger model, or one trained to follow instructions (docs/local-models.md).',
    );
  } catch (error) {
    return failed('model', settings.model, error, 'LLM_API_KEY, LLM_MODEL and LLM_BASE_URL');
  }
}

/** Sends one word to the embeddings endpoint. */
export async function checkEmbeddings(settings: EmbeddingsSettings): Promise<Check> {
  const started = performance.now();
  try {
    const { vectors } = await new SdkEmbeddingModel(settings).embed(['ready'], {
      timeoutMs: PATIENCE_MS,
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
    `Check ${names}. Until then, the built-in alternative is used.`,
  );
}

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1);
