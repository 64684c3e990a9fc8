import * as z from 'zod';
import { MAX_NOTE } from '../../core/numbers.js';
import { Count, ErrorCode } from './values.js';

const MAX_IDS = 50;

/** An integer in a query parameter; a value out of range is refused, never clamped. */
export const wholeNumber = (
  minimum: number,
  maximum: number,
  preset: number,
  description: string,
) =>
  z
    .string()
    .default(String(preset))
    .transform((text, ctx) => {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      if (value >= minimum && value <= maximum) return value;
      ctx.addIssue({
        code: 'custom',
        message: `must be an integer from ${minimum} to ${maximum}`,
      });
      return z.NEVER;
    })
    .meta({ description, override: { type: 'integer', minimum, maximum, default: preset } });

/** A number in a body; every error message names the whole range. */
export const integer = (minimum: number, maximum: number) => {
  const message = `must be an integer from ${minimum} to ${maximum}`;
  return z.int(unlessMissing(message)).min(minimum, message).max(maximum, message);
};

export const number = (minimum: number, maximum: number) => {
  const message = `must be a number from ${minimum} to ${maximum}`;
  return z.number(unlessMissing(message)).min(minimum, message).max(maximum, message);
};

export const positiveNumber = (maximum: number) => {
  const message = `must be a number greater than 0 and at most ${maximum}`;
  return z.number(unlessMissing(message)).gt(0, message).max(maximum, message);
};

/** Applies a message to all errors except a missing field, which `parseInput` reports. */
const unlessMissing = (message: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? undefined : message),
});

export const trueOrFalse = (description: string) =>
  z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .meta({ description, override: { type: 'boolean', enum: [true, false], default: false } });

export const idList = (description: string) =>
  z
    .string()
    .transform((text, ctx) => {
      const ids = text.split(',').map((id) => id.trim());
      const given = ids.filter((id) => id !== '');
      if (given.length > 0 && ids.length <= MAX_IDS) return given;
      ctx.addIssue({ code: 'custom', message: `must be 1 to ${MAX_IDS} ids separated by commas` });
      return z.NEVER;
    })
    .meta({ description: `${description} Comma-separated, at most ${MAX_IDS}.`, example: 'a,b' });

/** Text of at most `maximum` characters. An emoji counts as one. */
export const text = (maximum: number) =>
  z
    .string()
    .refine((value) => value.length <= maximum || [...value].length <= maximum, {
      message: `must have at most ${maximum} characters`,
    })
    .meta({ override: { maxLength: maximum } });
/** Text that is not blank. */
export const words = (maximum: number, description: string, example: string) =>
  text(maximum)
    .refine((value) => value.trim() !== '', { message: 'must not be blank' })
    .meta({ description, example, override: { minLength: 1, maxLength: maximum } });

const Limit = wholeNumber(1, 50, 20, 'Items per page.');
const Cursor = z
  .string()
  .meta({ description: 'From the previous response for the same list with the same filters.' });
export const Id = (what: string) =>
  z
    .string()
    .min(1)
    .meta({ description: `The ${what}’s id.` });

export const PageQuery = z.strictObject({ limit: Limit, cursor: Cursor.optional() });

export const Note = text(MAX_NOTE).optional().meta({ description: 'Kept in the history.' });

/** A single resource or result. */
export const Data = <Schema extends z.ZodType>(data: Schema) => z.strictObject({ data });

/** One page of a list. */
export const Paged = <Schema extends z.ZodType>(item: Schema) =>
  z.strictObject({
    data: z.array(item),
    cursor: z
      .string()
      .nullable()
      .meta({ description: 'Send it as `cursor` for the next page; null when none remains.' }),
    total: Count.optional().meta({
      description:
        'Exact count of all matches; omitted, never approximated, if they are not counted.',
    }),
  });

export const ErrorBody = z
  .strictObject({
    error: z.strictObject({
      code: ErrorCode,
      message: z.string(),
      retryAfterMs: z
        .int()
        .min(0)
        .optional()
        .meta({ description: 'Milliseconds to wait before trying again.' }),
    }),
  })
  .meta({ id: 'Error', description: 'Every error has this shape.' });
export type ErrorBody = z.infer<typeof ErrorBody>;
