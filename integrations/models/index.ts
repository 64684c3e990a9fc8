import pLimit from 'p-limit';
import type { EmbeddingsSettings, LlmSettings } from '../../src/config/integration-settings.js';
import { QueryVectors } from '../../src/core/models/embedding-model.js';
import { ModelUsage } from '../../src/core/models/model-usage.js';
import type { Models, ReadingLimits } from '../../src/core/models/models.js';
import { SdkEmbeddingModel } from './embedding-model.js';
import { SdkLanguageModel } from './language-model.js';

/**
 * Many local servers are started with 8,000 tokens of context; vendors' models have several times as much as we
 * use.
 */
const CONTEXT_TOKENS = { 'openai-compatible': 8_000, openai: 24_000, anthropic: 24_000 };
const CALLS_AT_ONCE = 4;
const RETRY_MS = 1_000;

const limitsOf = (llm: LlmSettings): Omit<ReadingLimits, 'retryMs'> => ({
  contextTokens: llm.contextTokens ?? CONTEXT_TOKENS[llm.provider],
  ...(llm.dailyTokens !== undefined && { dailyTokens: llm.dailyTokens }),
  limit: pLimit(llm.parallel ?? CALLS_AT_ONCE),
});

/** Creates the configured models. Makes no calls: a wrong key or URL shows with the first question. */
export function createModels({
  llm,
  embeddings,
  retryMs = RETRY_MS,
}: {
  llm?: LlmSettings | undefined;
  embeddings?: EmbeddingsSettings | undefined;
  /** Milliseconds before a failed question is retried. */
  retryMs?: number;
}): Models {
  const usage = new ModelUsage();
  const vectors = embeddings && new SdkEmbeddingModel(embeddings);
  return {
    usage,
    sendNames: llm?.sendNames ?? embeddings?.sendNames ?? false,
    ...(llm && { language: new SdkLanguageModel(llm), reading: { ...limitsOf(llm), retryMs } }),
    ...(vectors && { embeddings: vectors, queryVectors: new QueryVectors(vectors, usage) }),
  };
}
