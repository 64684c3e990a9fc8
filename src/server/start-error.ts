/**
 * The service cannot start, for a reason that the operator can fix; the message is one line that
 * says how.
 */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}
