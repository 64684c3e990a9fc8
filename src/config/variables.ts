import { z } from 'zod';
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
