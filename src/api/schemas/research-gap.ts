import * as z from 'zod';
import { ResearchGapStatus, ResearchGapType } from './values.js';

/** api.md 2.11 */
export const ResearchGap = z
  .strictObject({
    researchGapId: z.string(),
    signalId: z.string(),
    signalRef: z.string().meta({ example: 'SIG-7' }),
    type: ResearchGapType,
    status: ResearchGapStatus,
    description: z.string(),
    suggestedAction: z.string(),
    draftedStudyId: z.string().optional(),
  })
  .meta({ id: 'ResearchGap', description: 'A weakness of a belief, as an open question.' });
export type ResearchGap = z.infer<typeof ResearchGap>;
