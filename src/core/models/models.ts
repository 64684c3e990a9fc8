import type { VectorStore } from '../../../db/vector-store.js';
import type { EmbeddingModel } from './embedding-model.js';
import type { LanguageModel } from './language-model.js';
import type { ModelUsage } from './model-usage.js';
import type { QueryVectors } from './query-vectors.js';

/** The configured models; the built-in method replaces an absent one. */
export interface Models {
  language?: LanguageModel;
  embeddings?: EmbeddingModel;
  /** Query vectors of `embeddings`. */
  queryVectors?: QueryVectors;
  /** The store for vectors of `embeddings`. */
  vectorStore?: VectorStore;
  usage: ModelUsage;
}
