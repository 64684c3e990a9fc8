/**
 * An invalid configuration; the message is one line that names the variable and what was expected.
 */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}
