import * as z from 'zod';
import { Ms } from './values.js';

/** api.md 2.17 */
export const AskResult = z
  .strictObject({
    answer: z.string().meta({ description: 'May quote evidence and mention signal refs.' }),
    citations: z.array(
      z.strictObject({
        ref: z.string(),
        signalId: z.string(),
        evidenceIds: z.array(z.string()),
      }),
    ),
    searchedAt: Ms,
  })
  .meta({ id: 'AskResult', description: 'One answer with verified citations.' });
export type AskResult = z.infer<typeof AskResult>;
