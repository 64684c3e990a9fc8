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
