import { z } from 'zod';
import { CodebookEntry, ENTRY_ID } from '../../analysis/codebook/entry.js';
import { patternProblem, withoutErased } from '../../analysis/codebook/patterns.js';
import { Instant, NonEmptyText, ResourceId, uniqueBy } from './values.js';

/** An entry of the team's own codebook, and the quotes that people marked as not supporting it. */
export const CodebookEntryLine = z
  .strictObject({
    resource: z.literal('codebookEntry'),
    codebookEntryId: z.string().regex(ENTRY_ID, '1 to 80 of a-z 0-9 -'),
    /** If absent, the entry is the built-in one. */
    definition: CodebookEntry.omit({ id: true }).transform(withoutErased).optional(),
    retired: z.boolean().optional(),
    rejected: z
      .array(
        z.strictObject({
          evidenceId: ResourceId,
          signalId: ResourceId,
          sourceItemId: ResourceId,
          quote: NonEmptyText,
          rejectedAt: Instant,
        }),
      )
      .refine(
        uniqueBy((one: { evidenceId: string }) => one.evidenceId),
        'each evidenceId once',
      )
      .optional(),
  })
  .superRefine(({ codebookEntryId: id, definition }, refused) => {
    const problem = definition && patternProblem({ id, ...definition });
    if (!problem) return;
    const [field = 'says'] = problem.split(':', 1);
    refused.addIssue({
      code: 'custom',
      path: ['definition', field],
      message: `patterns that can be matched (${problem})`,
    });
  });
