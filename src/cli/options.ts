import { UsageError } from './command.js';

/** An option's whole number, or undefined if it is absent. Throws UsageError. */
export function wholeNumber(
  options: Record<string, string | undefined>,
  name: string,
  { min, max }: { min: number; max: number },
): number | undefined {
  const text = options[name];
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < min || number > max) {
    throw new UsageError(`--${name} must be a whole number from ${min} to ${max}, not "${text}".`);
  }
  return number;
}

/** An option's value, which must be one of those allowed, or the default. Throws UsageError. */
export function oneOf<T extends string>(
  options: Record<string, string | undefined>,
  name: string,
  allowed: readonly T[],
  fallback: T,
): T {
  const text = options[name] ?? fallback;
  if (!allowed.includes(text as T)) {
    throw new UsageError(`--${name} must be ${allowed.join(' or ')}, not "${text}".`);
  }
  return text as T;
}
