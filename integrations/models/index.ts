import type { EmbeddingsSettings, LlmSettings } from '../../src/config/integration-settings.js';
import { ModelUsage } from '../../src/core/models/model-usage.js';
import type { Models } from '../../src/core/models/models.js';
import { QueryVectors } from '../../src/core/models/query-vectors.js';
import { SdkEmbeddingModel } from './embedding-model.js';
import { SdkLanguageModel } from './language-model.js';

/** The configured models. Makes no calls: a wrong key or URL shows with the first question. */
export function createModels({
  llm,
  embeddings,
}: {
  llm?: LlmSettings | undefined;
  embeddings?: EmbeddingsSettings | undefined;
}): Models {
  const usage = new ModelUsage();
  const vectors = embeddings && new SdkEmbeddingModel(embeddings);
  return {
    usage,
    ...(llm && { language: new SdkLanguageModel(llm) }),
    ...(vectors && { embeddings: vectors, queryVectors: new QueryVectors(vectors, usage) }),
  };
}
