import * as z from 'zod';
import { Count, ErrorCode } from './values.js';

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
