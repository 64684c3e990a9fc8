import { z } from 'zod';
import { ConfigError } from '../core/errors.js';
import { Secret } from '../core/secret.js';

/** An optional variable; `expected` completes the sentence "NAME must be …". */
export const text = (expected: string, isValid: (value: string) => boolean = () => true) =>
  z.string().refine(isValid, { error: expected }).optional();

export const secret = (expected: string, isValid?: (value: string) => boolean) =>
  text(expected, isValid).transform((value) =>
    value === undefined ? undefined : new Secret(value),
  );

export const oneOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names, { error: `one of ${names.join(', ')}` }).optional();

export const wholeNumber = (from: number, to: number) =>
  text(
    `a whole number from ${from} to ${to}`,
    (value) => /^\d{1,9}$/.test(value) && Number(value) >= from && Number(value) <= to,
  ).transform((value) => (value === undefined ? undefined : Number(value)));

export const hasProtocol = (value: string, ...protocols: string[]): boolean =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol);

export const httpUrl = () =>
  text('a URL that starts with http:// or https://', (value) =>
    hasProtocol(value, 'http:', 'https:'),
  ).transform((value) => value?.replace(/\/+$/, ''));

/** Refuses a half-configured feature: `given` works only together with `names`. Throws ConfigError. */
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

type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Removes keys whose value is undefined. */
export const present = <T extends object>(settings: T): Present<T> =>
  Object.fromEntries(Object.entries(settings).filter(([, v]) => v !== undefined)) as Present<T>;
