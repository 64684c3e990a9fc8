import { z } from 'zod';

/** Postgres stores neither NUL nor half of a surrogate pair. Both mean that a file is damaged. */
const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

export const Text = z
  .string()
  .refine(isStorable, 'text without NUL characters and broken surrogate pairs');

export const NonEmptyText = Text.refine((text) => text.trim() !== '', 'a text that is not empty');

/** An id chosen by the caller: unique within the team, and returned by /v1 unchanged. */
export const ResourceId = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,128}$/, '1 to 128 of A-Z a-z 0-9 _ - .')
  .refine((id) => id !== '.' && id !== '..', 'an id other than "." and ".."');

/** Epoch milliseconds up to the year 9999. */
export const Instant = z
  .int('epoch milliseconds, an integer')
  .min(0, 'epoch milliseconds from 0 up')
  .max(253_402_300_799_999, 'epoch milliseconds before the year 10000');

export const Fraction = z.number().min(0, 'a number from 0 to 1').max(1, 'a number from 0 to 1');

/** Refuses repeated items: a repetition is a mistake that would otherwise be ignored silently. */
export const uniqueBy =
  <T>(key: (item: T) => string) =>
  (items: T[]): boolean =>
    new Set(items.map(key)).size === items.length;

export const IdList = z.array(ResourceId).refine(uniqueBy(String), 'each id once');
