import * as z from 'zod';
import { ErrorCode } from './values.js';

/** api.md part 7 */
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
