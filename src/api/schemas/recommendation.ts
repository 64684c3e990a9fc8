import * as z from 'zod';
import { DECISIONS, OUTCOMES } from '../../../db/entities/recommendation.js';
import {
  ActionPriority,
  Ms,
  RecommendationConfidence,
  RecommendationLifecycleState,
  WorkItemProvider,
} from './values.js';

export const ActionItem = z
  .strictObject({
    action: z.string(),
    priority: ActionPriority,
    supportingEvidence: z.string(),
  })
  .meta({ id: 'ActionItem' });

export const WorkItemLink = z
  .strictObject({
    url: z.string(),
    provider: WorkItemProvider,
    externalId: z.string().optional(),
    title: z.string().optional(),
    linkedAt: Ms,
  })
  .meta({ id: 'WorkItemLink', description: 'A work item in a tracker, or any page.' });
export type WorkItemLink = z.infer<typeof WorkItemLink>;

/** api.md 2.12 */
export const Recommendation = z
  .strictObject({
    recommendationId: z.string(),
    title: z.string(),
    body: z.string(),
    lifecycleState: RecommendationLifecycleState,
    signals: z.array(z.strictObject({ signalId: z.string(), ref: z.string(), label: z.string() })),
    decision: z
      .strictObject({
        value: z.enum(DECISIONS),
        at: Ms,
        note: z.string().optional(),
      })
      .optional(),
    outcome: z
      .strictObject({
        value: z.enum(OUTCOMES),
        at: Ms,
        note: z.string().optional(),
      })
      .optional(),
    workItemLinks: z.array(WorkItemLink),
    generatedAt: Ms,
    confidence: RecommendationConfidence,
    confidenceRationale: z.string().optional(),
    counterEvidenceNote: z.string().optional(),
    actionItems: z.array(ActionItem),
    evidenceSnapshot: z
      .strictObject({
        totalSourceItems: z.int(),
        studyCount: z.int(),
        generatedFromEvidenceCount: z.int(),
      })
      .optional(),
  })
  .meta({ id: 'Recommendation', description: 'What to do about one or more beliefs.' });
export type Recommendation = z.infer<typeof Recommendation>;

/** api.md 2.13 */
export const RecommendationListItem = z
  .strictObject({
    recommendationId: z.string(),
    title: z.string(),
    lifecycleState: RecommendationLifecycleState,
    confidence: RecommendationConfidence,
    signals: z.array(z.strictObject({ ref: z.string(), label: z.string() })),
    updatedAt: Ms.meta({ description: 'The latest thing that happened to it.' }),
  })
  .meta({ id: 'RecommendationListItem', description: 'A recommendation, in brief.' });
export type RecommendationListItem = z.infer<typeof RecommendationListItem>;
