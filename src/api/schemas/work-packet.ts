import * as z from 'zod';
import { EvidenceItem } from './evidence.js';
import { ActionItem, WorkItemLink } from './recommendation.js';
import { Freshness } from './signal.js';
import {
  ConfidenceBand,
  Count,
  Ms,
  RecommendationConfidence,
  RecommendationLifecycleState,
  SignalStage,
  Trajectory,
} from './values.js';

/** api.md 2.16 */
export const WorkPacket = z
  .strictObject({
    recommendation: z.strictObject({
      recommendationId: z.string(),
      title: z.string(),
      body: z.string(),
      lifecycleState: RecommendationLifecycleState,
      confidence: RecommendationConfidence,
      actionItems: z.array(ActionItem),
      workItemLinks: z.array(WorkItemLink),
      generatedAt: Ms,
    }),
    signals: z.array(
      z.strictObject({
        signalId: z.string(),
        label: z.string(),
        description: z.string(),
        stage: SignalStage,
        trajectory: Trajectory,
        participantCount: Count,
        quoteCount: Count,
        freshness: Freshness,
        ref: z.string(),
        confidenceBand: ConfidenceBand,
        archived: z.boolean(),
      }),
    ),
    evidence: z.array(EvidenceItem).meta({ description: 'Strongest first.' }),
    counterEvidence: z.array(EvidenceItem).meta({ description: 'Strongest first.' }),
    acceptanceCriteria: z.strictObject({
      actionChecks: z.array(z.string()),
      beliefChecks: z
        .array(z.string())
        .meta({ description: 'One machine-checkable check per linked signal.' }),
      verification: z.string(),
    }),
    markdown: z.string().meta({ description: 'The same packet, ready for an issue tracker.' }),
  })
  .meta({ id: 'WorkPacket', description: 'A recommendation bundled for handoff.' });
export type WorkPacket = z.infer<typeof WorkPacket>;
