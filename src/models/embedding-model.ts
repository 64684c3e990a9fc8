export interface Embedded {
  /** One per text, in order; all of one length. */
  vectors: number[][];
  /** What the server says that it counted; 0 where it does not. */
  tokens: number;
}

/** An endpoint that turns texts into vectors which lie near each other where the texts mean the same. */
export interface EmbeddingModel {
  /** Vectors of different names cannot be compared. */
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
