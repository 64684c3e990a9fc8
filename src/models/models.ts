import type { VectorStore } from '../../db/vector-store.js';
import type { QueryVectors } from '../search/embeddings/query-vectors.js';
import type { EmbeddingModel } from './embedding-model.js';
import type { LanguageModel } from './language-model.js';
import type { ModelUsage } from './model-usage.js';

/** The configured models; what is absent is done the built-in way. */
export interface Models {
  language?: LanguageModel;
  embeddings?: EmbeddingModel;
  /** Of `embeddings`. */
  queryVectors?: QueryVectors;
  /** Where the vectors of `embeddings` are kept. */
  vectorStore?: VectorStore;
  usage: ModelUsage;
}
