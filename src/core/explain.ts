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
