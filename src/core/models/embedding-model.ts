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
   * @param options.model another model of the same endpoint, whose vectors are still in use
   * Throws ModelFailure.
   */
  embed(
    texts: readonly string[],
    options: { signal: AbortSignal; model?: string },
  ): Promise<Embedded>;
}
