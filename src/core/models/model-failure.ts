/** The reason why a model returned nothing usable. */
export type ModelFailureReason =
  | 'timeout'
  | 'rate_limited'
  | 'refused'
  | 'unavailable'
  | 'invalid_output';

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
