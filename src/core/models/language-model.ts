import { randomUUID } from 'node:crypto';
import type * as z from 'zod';

export interface ModelRequest<T> {
  /** The task: always the service's own text, never a participant's or user's. */
  instructions: string;
  /** The data of the task. */
  prompt: string;
  /** Schema of the result. */
  schema: z.ZodType<T>;
  /** Milliseconds after which the call fails with `timeout`. */
  timeoutMs: number;
  /** Makes the call fail with `timeout` at once. */
  ending?: AbortSignal;
  /** Maximum number of tokens of the result; 2,000 by default. */
  maxOutputTokens?: number;
  /** True if a person waits for the answer: a model that thinks before it answers is asked to think little. */
  isAwaited?: boolean;
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

/** The reason why a model returned nothing usable. */
type ModelFailureReason =
  | 'timeout'
  | 'rate_limited'
  | 'refused'
  | 'unavailable'
  | 'invalid_output'
  /** The answer reached its limit of tokens: ask for less at once. */
  | 'cut_off'
  /** The team's tokens of the day are used up; no call was made. */
  | 'spent';

/**
 * The only error that a model's port throws. Its message may be logged: it contains neither the
 * request nor the response, which can both hold interview text.
 */
export class ModelFailure extends Error {
  /** @param retryAfterMs milliseconds that the server asks to wait, if it does */
  constructor(
    readonly reason: ModelFailureReason,
    message: string,
    readonly retryAfterMs?: number,
  ) {
    super(message);
    this.name = 'ModelFailure';
  }
}

/** Data for a model, between marks that are random, so that no text in the data can close them. */
export function markedData(data: unknown): string {
  const mark = `data-${randomUUID()}`;
  return `<${mark}>\n${JSON.stringify(data)}\n</${mark}>`;
}
