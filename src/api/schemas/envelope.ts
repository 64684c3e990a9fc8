import * as z from 'zod';
import { Count } from './values.js';

/** A single resource or result. */
export const Data = <Schema extends z.ZodType>(data: Schema) => z.strictObject({ data });

/** One page of a list (api.md 4.1). */
export const Paged = <Schema extends z.ZodType>(item: Schema) =>
  z.strictObject({
    data: z.array(item),
    cursor: z
      .string()
      .nullable()
      .meta({ description: 'Send it as `cursor` for the next page; null when none remains.' }),
    total: Count.optional().meta({
      description: 'Exact count of every match; omitted, never approximated, where not counted.',
    }),
  });
