import type { Logger } from '../log.js';
import { ModelFailure } from './language-model.js';
import type { ModelUsage } from './model-usage.js';

export interface Embedded {
  /** One per text, in order; all of one length. */
  vectors: number[][];
  /** Number reported by the server; 0 if it reports none. */
  tokens: number;
}

/** An endpoint that turns texts into vectors, which are close for texts of similar meaning. */
export interface EmbeddingModel {
  /** Vectors of models with different names cannot be compared. */
  readonly name: string;
  /**
   * Returns the vectors of texts. Throws ModelFailure.
   * @param options.timeoutMs milliseconds after which the call fails with `timeout`
   * @param options.model another model of the same endpoint, whose vectors are still in use
   */
  embed(
    texts: readonly string[],
    options: { timeoutMs: number; model?: string },
  ): Promise<Embedded>;
}

/** A search waits no longer than this, since the built-in ranking is available. */
const QUERY_TIMEOUT_MS = 2_000;
/** An endpoint that failed is not called for this long, so that not every search waits for it. */
const REST_MS = 30_000;
const LONGEST_QUERY = 6_000;

/** Vectors of search queries; none if the endpoint fails. */
export class QueryVectors {
  private restsUntil = 0;

  constructor(
    readonly model: EmbeddingModel,
    private readonly usage: ModelUsage,
    private readonly timeoutMs = QUERY_TIMEOUT_MS,
  ) {}

  /** @param modelName model of the vectors that the result is compared with */
  async of(text: string, modelName: string, log: Logger): Promise<number[] | undefined> {
    if (Date.now() < this.restsUntil) return undefined;
    try {
      const { vectors, tokens } = await this.model.embed(
        [text.slice(0, LONGEST_QUERY).toWellFormed()],
        { timeoutMs: this.timeoutMs, model: modelName },
      );
      this.usage.call('embed-query', 'ok');
      this.usage.spent('embed-query', { input: tokens });
      return vectors[0];
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      this.usage.call('embed-query', error.reason);
      this.restsUntil = Date.now() + REST_MS;
      log.warn(
        { model: modelName, reason: error.message },
        'a query was not embedded; built-in search is used for a while',
      );
      return undefined;
    }
  }
}
