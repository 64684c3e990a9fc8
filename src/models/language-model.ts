import type * as z from 'zod';

export interface ModelRequest<T> {
  /** What the model is to do; ours, never a person's text. */
  instructions: string;
  /** The data to do it with. */
  prompt: string;
  /** What it has to give back. */
  schema: z.ZodType<T>;
  signal: AbortSignal;
}

export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
}

export interface Generated<T> {
  value: T;
  usage: TokenUsage;
}

/** A generative model, whoever runs it. */
export interface LanguageModel {
  readonly name: string;
  /** One answer of the wished shape, without a second try. Throws ModelFailure. */
  generate<T>(request: ModelRequest<T>): Promise<Generated<T>>;
}
