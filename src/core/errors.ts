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

/** An object with the given id does not exist; a user-facing surface may say so without the id. */
export class NotFound extends Refusal {
  constructor(what: string, id: string) {
    super('not_found', `There is no ${what} with the id ${JSON.stringify(id.slice(0, 128))}.`);
  }
}

export const notFound = (what: string, id: string): Refusal => new NotFound(what, id);

export const invalidTransition = (message: string): Refusal =>
  new Refusal('invalid_transition', message);

type ErrorKind = abstract new (...given: never[]) => Error;

/**
 * An error as shown on a terminal: one line for errors that the user can fix; other errors keep
 * their stack.
 * @param mendable the errors whose message says what was wrong and what is allowed
 */
export function explain(error: unknown, mendable: readonly ErrorKind[]): string {
  if (!(error instanceof Error)) return String(error);
  const known = mendable.some((kind) => error instanceof kind);
  return known ? error.message : (error.stack ?? error.message);
}

/**
 * An invalid configuration; the message is one line that names the variable and what was expected.
 */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

/** A file that cannot be an interview; `message` is one sentence for the user who supplied it. */
export class UnreadableFile extends Error {}

/** A file in which only interviewers speak, according to its labels. */
export class OnlyInterviewers extends UnreadableFile {
  constructor(
    message: string,
    readonly speakers: readonly string[],
  ) {
    super(message);
  }
}
