import type * as z from 'zod';

export interface ModelRequest<T> {
  /** The task; our own text, never a participant's or user's. */
  instructions: string;
  /** The data of the task. */
  prompt: string;
  /** Schema of the result. */
  schema: z.ZodType<T>;
  signal: AbortSignal;
  /** Maximum number of tokens of the result; 2,000 by default. */
  maxOutputTokens?: number;
}

export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
}

export interface Generated<T> {
  value: T;
  usage: TokenUsage;
}

/** A generative model, hosted or local. */
export interface LanguageModel {
  readonly name: string;
  /** Generates one result that matches the schema, without retrying. Throws ModelFailure. */
  generate<T>(request: ModelRequest<T>): Promise<Generated<T>>;
}
