import type { LimitFunction } from 'p-limit';
import type { VectorStore } from '../../../db/vector-store.js';
import type { EmbeddingModel, QueryVectors } from './embedding-model.js';
import type { LanguageModel } from './language-model.js';
import type { ModelUsage } from './model-usage.js';

/** Limits for reading interviews with the language model. */
export interface ReadingLimits {
  /** Most tokens of a question and its answer together. */
  contextTokens: number;
  /** Tokens per team and day (UTC); no limit if absent. */
  dailyTokens?: number;
  /** Limits the concurrent calls of this process, first come, first served. */
  limit: LimitFunction;
  /** Milliseconds before the second try; each further try waits four times as long. */
  retryMs: number;
}

/** A step of reading with a model, shown while it runs. */
export interface ReadingProgress {
  doing: string;
  done: number;
  of: number;
  /** Tokens of this process so far, in and out. */
  tokens: number;
}

/** The configured models; the built-in method replaces an absent one. */
export interface Models {
  /** True if participants' names may be sent to them. */
  sendNames?: boolean;
  language?: LanguageModel;
  /** Present with `language`. */
  reading?: ReadingLimits;
  onProgress?: (progress: ReadingProgress) => void;
  embeddings?: EmbeddingModel;
  /** Query vectors of `embeddings`. */
  queryVectors?: QueryVectors;
  /** The store for vectors of `embeddings`. */
  vectorStore?: VectorStore;
  usage: ModelUsage;
}
