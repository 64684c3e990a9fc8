import { ConfigError } from '../core/config-error.js';

/**
 * Refuses a half-configured feature: `given` works only together with `names`. Throws ConfigError.
 */
export function needed<Name extends string>(
  env: { readonly [N in Name]?: unknown },
  given: string,
  ...names: Name[]
): void {
  const missing = names.filter((name) => env[name] === undefined);
  if (missing.length > 0) {
    throw new ConfigError(
      `${given} is set but ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not: set ${missing.length > 1 ? 'them' : 'it'} too, or remove ${given.split('=')[0]}.`,
    );
  }
}
