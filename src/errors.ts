/** api.md part 7 */
export const ERROR_CODES = [
  'invalid_request',
  'unauthenticated',
  'forbidden',
  'not_found',
  'invalid_transition',
  'rate_limited',
  'internal',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** A refusal that a person or tool can act on; each surface maps the code once (api.md part 7). */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: { retryAfterMs?: number } = {},
  ) {
    super(message);
    this.name = 'Refusal';
  }
}

export const invalidRequest = (message: string): Refusal => new Refusal('invalid_request', message);

export const notFound = (what: string, id: string): Refusal =>
  new Refusal('not_found', `There is no ${what} with the id ${JSON.stringify(id.slice(0, 128))}.`);

export const invalidTransition = (message: string): Refusal =>
  new Refusal('invalid_transition', message);
