import type { EmbeddingsSettings } from '../../src/config/integration-settings.js';
import type { Embedded, EmbeddingModel } from '../../src/core/models/embedding-model.js';
import { ModelFailure } from '../../src/core/models/language-model.js';
import { within } from './within.js';

/** An OpenAI-compatible embeddings endpoint behind the AI SDK, which is loaded with the first text. */
export class SdkEmbeddingModel implements EmbeddingModel {
  readonly name: string;

  constructor(private readonly settings: EmbeddingsSettings) {
    this.name = settings.model;
  }

  async embed(
    texts: readonly string[],
    { timeoutMs, model = this.name }: { timeoutMs: number; model?: string },
  ): Promise<Embedded> {
    const { apiKey, baseUrl } = this.settings;
    return within({ timeoutMs }, async (signal) => {
      const { embedMany } = await import('ai');
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      globalThis.AI_SDK_LOG_WARNINGS = false;
      const provider = createOpenAICompatible({
        name: 'embeddings',
        baseURL: baseUrl,
        ...(apiKey && { apiKey: apiKey.reveal() }),
      });
      const { embeddings, usage } = await embedMany({
        model: provider.embeddingModel(model),
        values: [...texts],
        abortSignal: signal,
        maxRetries: 0,
      });
      checkVectors(embeddings, texts.length);
      return { vectors: embeddings, tokens: usage.tokens || 0 };
    });
  }
}

function checkVectors(vectors: readonly number[][], wanted: number): void {
  const length = vectors[0]?.length || Number.NaN;
  const fine =
    vectors.length === wanted &&
    vectors.every((vector) => vector.length === length && vector.every(Number.isFinite));
  if (!fine) {
    throw new ModelFailure(
      'invalid_output',
      'the endpoint gave no vector, or vectors that differ in length',
    );
  }
}
