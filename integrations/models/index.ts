import type { EmbeddingsSettings, LlmSettings } from '../../src/config/integration-settings.js';
import { ModelUsage } from '../../src/models/model-usage.js';
import type { Models } from '../../src/models/models.js';
import { SdkEmbeddingModel } from './embedding-model.js';
import { SdkLanguageModel } from './language-model.js';

/** The models that are configured. Calls nobody: a wrong key or address shows with the first question. */
export function createModels({
  llm,
  embeddings,
}: {
  llm?: LlmSettings | undefined;
  embeddings?: EmbeddingsSettings | undefined;
}): Models {
  return {
    usage: new ModelUsage(),
    ...(llm && { language: new SdkLanguageModel(llm) }),
    ...(embeddings && { embeddings: new SdkEmbeddingModel(embeddings) }),
  };
}
