/** Why a model gave nothing that can be used. */
export type ModelFailureReason =
  | 'timeout'
  | 'rate_limited'
  | 'refused'
  | 'unavailable'
  | 'invalid_output';

/**
 * The one error that a model's port throws. Its message may be logged: it holds neither what was sent
 * nor what came back, for both can be interview text.
 */
export class ModelFailure extends Error {
  /** @param retryAfterMs how long the server asks to wait, where it does; milliseconds */
  constructor(
    readonly reason: ModelFailureReason,
    message: string,
    readonly retryAfterMs?: number,
  ) {
    super(message);
    this.name = 'ModelFailure';
  }
}
