import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type { Context } from '../context.js';
import type { ModelTask } from './model-usage.js';

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

/** The reason why a model returned nothing usable. */
export type ModelFailureReason =
  | 'timeout'
  | 'rate_limited'
  | 'refused'
  | 'unavailable'
  | 'invalid_output'
  /** The answer reached its limit of tokens: ask for less at once. */
  | 'cut_off'
  /** The team's tokens of the day are used up; nothing was asked. */
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

/** A user may be waiting for the result, and the built-in method is immediate. */
const TIMEOUT_MS = 20_000;

/**
 * Returns the configured model's result for `data`, which is marked as data; undefined without a
 * model or if it fails. The call is counted, and `otherwise` tells the log what was done instead.
 */
export async function tryModel<T>(
  { models, log }: Context,
  task: ModelTask,
  request: {
    instructions: string;
    data: unknown;
    schema: z.ZodType<T>;
    otherwise: string;
    timeoutMs?: number;
  },
): Promise<T | undefined> {
  if (!models?.language) return undefined;
  const { language: model, usage } = models;
  const { instructions, data, schema, otherwise, timeoutMs = TIMEOUT_MS } = request;
  try {
    const generated = await model.generate({
      instructions,
      prompt: markedData(data),
      schema,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { inputTokens, outputTokens } = generated.usage;
    usage.call(task, 'ok');
    usage.spent(task, { input: inputTokens, output: outputTokens });
    return generated.value;
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    usage.call(task, error.reason);
    log.warn({ reason: error.message }, otherwise);
    return undefined;
  }
}
