import * as z from 'zod';

/** api.md 2.15 */
export const RecommendationWriteResult = z
  .strictObject({ recommendationId: z.string() })
  .meta({ id: 'RecommendationWriteResult' });
export const ActionCardWriteResult = z
  .strictObject({ actionCardId: z.string() })
  .meta({ id: 'ActionCardWriteResult' });
export const DraftStudyFromGapResult = z
  .strictObject({ researchGapId: z.string(), studyId: z.string() })
  .meta({ id: 'DraftStudyFromGapResult' });
