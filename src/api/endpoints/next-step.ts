import * as z from 'zod';
import type { NextStep } from '../../beliefs/signals/next-step.js';
import { ActionPriority, ResearchGapType } from './values.js';

export const RecommendedNextStep = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('act'),
      recommendationId: z.string(),
      title: z.string(),
      topAction: z.strictObject({ action: z.string(), priority: ActionPriority }).nullable(),
    }),
    z.strictObject({
      type: z.literal('learn'),
      researchGapId: z.string(),
      researchGapType: ResearchGapType,
      suggestedAction: z.string(),
      draftedStudyId: z.string().optional(),
    }),
    z.strictObject({ type: z.literal('collect_evidence') }),
    z.strictObject({ type: z.literal('preserve') }),
  ])
  .meta({ id: 'RecommendedNextStep', description: 'What the belief asks for next.' });
export type RecommendedNextStep = z.infer<typeof RecommendedNextStep>;

export function presentNextStep(step: NextStep): RecommendedNextStep {
  switch (step.type) {
    case 'act':
      return {
        type: 'act',
        recommendationId: step.recommendation.recommendationId,
        title: step.recommendation.title,
        topAction: step.topAction && {
          action: step.topAction.action,
          priority: step.topAction.priority,
        },
      };
    case 'learn':
      return {
        type: 'learn',
        researchGapId: step.gap.researchGapId,
        researchGapType: step.gap.type,
        suggestedAction: step.gap.suggestedAction,
        draftedStudyId: step.gap.draftedStudyId ?? undefined,
      };
    default:
      return { type: step.type };
  }
}
