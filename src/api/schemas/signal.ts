import * as z from 'zod';
import { COUNTER_EVIDENCE_TASTER, EVIDENCE_TASTER, STALE_DAYS } from '../../decisions.js';
import { EvidenceItem } from './evidence.js';
import {
  ActionPriority,
  ConfidenceBand,
  Count,
  Ms,
  RecommendationLifecycleState,
  ResearchGapStatus,
  ResearchGapType,
  SignalArchiveReason,
  SignalStage,
  StudyRelationship,
  Trajectory,
} from './values.js';

/** api.md 2.5 */
export const SignalListItem = z
  .strictObject({
    signalId: z.string().meta({ description: 'Opaque; what calls take.' }),
    ref: z.string().meta({ description: 'Citable handle, for people to read.', example: 'SIG-7' }),
    label: z.string(),
    description: z.string(),
    stage: SignalStage,
    trajectory: Trajectory,
    participantCount: Count.meta({ description: 'Distinct people who back the signal.' }),
    studyCount: Count,
    lastUpdated: Ms,
    confidenceBand: ConfidenceBand,
    archived: z.boolean().meta({ description: 'True for a closed, preserved record.' }),
    archiveReason: SignalArchiveReason.optional().meta({
      description: 'Present if and only if archived.',
    }),
    actionable: z.boolean().meta({
      description:
        'The signal has a published recommendation that is neither dismissed nor validated; never while archived.',
    }),
  })
  .meta({ id: 'SignalListItem', description: 'A belief that spans studies.' });
export type SignalListItem = z.infer<typeof SignalListItem>;

export const Freshness = z
  .strictObject({
    latestCapturedAt: Ms.nullable(),
    isStale: z.boolean().meta({ description: `Nothing was captured for ${STALE_DAYS} days.` }),
  })
  .meta({ id: 'Freshness' });

export const PostShipReceipt = z
  .strictObject({
    recommendationId: z.string(),
    shippedAt: Ms,
    observedAt: Ms,
    quietSince: Ms.meta({
      description: 'The ship, or the last unprompted supporting quote if one reset the clock.',
    }),
    windowDays: Count,
    interviewCount: Count,
    trajectory: Trajectory,
  })
  .meta({
    id: 'PostShipReceipt',
    description:
      'A dated record that no new unprompted corroboration arrived since `quietSince`: an observation, not a verdict.',
  });

/** api.md 2.7 */
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

/** api.md 2.6 */
export const SignalPacket = z
  .strictObject({
    signalId: z.string(),
    belief: z.strictObject({
      ref: z.string(),
      label: z.string(),
      description: z.string(),
      trajectory: Trajectory,
      stage: SignalStage,
      confidence: z.number().min(0).max(1),
      confidenceBand: ConfidenceBand,
      firstSeen: Ms,
      lastUpdated: Ms,
      archived: z.boolean(),
      actionable: z.boolean(),
      archiveReason: SignalArchiveReason.optional(),
      archivedAt: Ms.optional(),
      postShipReceipt: PostShipReceipt.optional(),
    }),
    implication: z.string().nullable(),
    recommendedNextStep: RecommendedNextStep,
    evidence: z.strictObject({
      items: z
        .array(EvidenceItem)
        .max(EVIDENCE_TASTER)
        .meta({ description: 'Strongest first; all quotes are read at /v1/evidence.' }),
      distinctSourceItems: Count,
      studyCount: Count,
      quoteCount: Count.meta({ description: 'All supporting quotes.' }),
      counterEvidenceCount: Count.meta({ description: 'All counter-evidence quotes.' }),
      freshness: Freshness,
      distinctParticipants: Count,
    }),
    counterEvidence: z.array(EvidenceItem).max(COUNTER_EVIDENCE_TASTER),
    perStudy: z.array(
      z.strictObject({
        studyId: z.string(),
        studyName: z.string(),
        relationship: StudyRelationship,
        narrative: z.string(),
        addedAt: Ms,
      }),
    ),
    recommendation: z
      .strictObject({
        recommendationId: z.string(),
        title: z.string(),
        lifecycleState: RecommendationLifecycleState,
      })
      .nullable(),
    researchGaps: z
      .array(
        z.strictObject({
          researchGapId: z.string(),
          type: ResearchGapType,
          status: ResearchGapStatus,
        }),
      )
      .meta({ description: 'Non-dismissed, newest first.' }),
  })
  .meta({ id: 'SignalPacket', description: 'A belief, what it stands on and what it asks for.' });
export type SignalPacket = z.infer<typeof SignalPacket>;
