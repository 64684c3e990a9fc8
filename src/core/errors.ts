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

/** A refusal that a person or tool can act on; each surface maps the code once. */
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

/** An object with the given id does not exist; a surface for people may say so without the id. */
export class NotFound extends Refusal {
  constructor(what: string, id: string) {
    super('not_found', `There is no ${what} with the id ${JSON.stringify(id.slice(0, 128))}.`);
  }
}

export const notFound = (what: string, id: string): Refusal => new NotFound(what, id);

export const invalidTransition = (message: string): Refusal =>
  new Refusal('invalid_transition', message);
