import { z } from 'zod';
import {
  ACTION_CARD_TYPES,
  LIVE_CALL_REASONS,
  RESOLUTIONS,
} from '../../../db/entities/action-card.js';
import { EVIDENCE_KINDS, SENTIMENTS } from '../../../db/entities/evidence.js';
import {
  ACTION_PRIORITIES,
  CONFIDENCES,
  DECISIONS,
  OUTCOMES,
} from '../../../db/entities/recommendation.js';
import { RESEARCH_GAP_STATUSES, RESEARCH_GAP_TYPES } from '../../../db/entities/research-gap.js';
import { RELATIONSHIPS, SIGNAL_ARCHIVE_REASONS } from '../../../db/entities/signal.js';
import { SOURCE_ITEM_STATUSES } from '../../../db/entities/source-item.js';
import {
  LEARNING_TARGET_PRIORITIES,
  STUDY_STATUSES,
  SUMMARY_CONFIDENCES,
} from '../../../db/entities/study.js';
import { MOST_QUESTIONS } from '../../analysis/curate/questions.js';
import { MAX_NOTE, MAX_WORK_ITEM, MAX_WORK_ITEMS } from '../../core/numbers.js';
import { PROVIDER_NAME } from '../../core/work-item-url.js';
import { CodebookEntryLine } from './codebook-line.js';
import { Fraction, IdList, Instant, NonEmptyText, ResourceId, Text, uniqueBy } from './values.js';

// Schemas of the snapshot format's lines, with the names and values in docs/snapshots.md.

const ParticipantLine = z.strictObject({
  resource: z.literal('participant'),
  participantId: ResourceId,
  displayName: NonEmptyText,
  email: Text.optional(),
  lastContactedAt: Instant.optional(),
});

const LearningTarget = z.strictObject({
  targetId: ResourceId,
  question: NonEmptyText,
  priority: z.enum(LEARNING_TARGET_PRIORITIES),
});

const StudyLine = z.strictObject({
  resource: z.literal('study'),
  studyId: ResourceId,
  name: NonEmptyText,
  status: z.enum(STUDY_STATUSES),
  createdAt: Instant,
  objective: Text.optional(),
  openQuestions: z.array(Text).optional(),
  learningTargets: z
    .array(LearningTarget)
    .refine(
      uniqueBy((target: { targetId: string }) => target.targetId),
      'each targetId once',
    )
    .optional(),
  summary: z
    .strictObject({
      narrative: Text,
      confidence: z.enum(SUMMARY_CONFIDENCES),
      suggestedNextQuestions: z.array(Text),
      lastUpdated: Instant,
    })
    .optional(),
});

const SourceItemLine = z.strictObject({
  resource: z.literal('sourceItem'),
  sourceItemId: ResourceId,
  studyId: ResourceId,
  participantId: ResourceId,
  status: z.enum(SOURCE_ITEM_STATUSES),
  capturedAt: Instant,
  qualityScore: Fraction.optional(),
  coveredTargetIds: IdList.optional(),
  organic: z.boolean().optional(),
  transcript: z
    .array(
      z.strictObject({ speaker: Text, text: Text, atSecs: z.number().nonnegative().optional() }),
    )
    .optional(),
});

/** Themes or signals that a person merged into this one. */
const MergedFrom = z.array(z.strictObject({ id: ResourceId, mergedAt: Instant })).refine(
  uniqueBy((one: { id: string }) => one.id),
  'each id once',
);
/** Key of a belief: its codebook entry with its `{thing}`. */
const BeliefKey = NonEmptyText.max(300);

const ThemeLine = z
  .strictObject({
    resource: z.literal('theme'),
    themeId: ResourceId,
    studyId: ResourceId,
    label: NonEmptyText,
    description: Text,
    sentiment: z.enum(SENTIMENTS),
    parentThemeId: ResourceId.optional(),
    beliefKey: BeliefKey.optional(),
    labelByPerson: z.boolean().optional(),
    mergedFrom: MergedFrom.optional(),
  })
  .refine((line) => line.parentThemeId !== line.themeId, {
    path: ['parentThemeId'],
    error: 'another theme than itself',
  });

const EvidenceLine = z.strictObject({
  resource: z.literal('evidence'),
  evidenceId: ResourceId,
  kind: z.enum(EVIDENCE_KINDS),
  quote: NonEmptyText,
  themeId: ResourceId,
  sourceItemId: ResourceId,
  note: Text.optional(),
  timeInCallSecs: z.number().nonnegative().optional(),
  capturedAt: Instant.nullable().optional(),
  strength: Fraction.optional(),
  prompted: z.boolean().optional(),
  withdrawn: z.boolean().optional(),
  placedByPerson: z.boolean().optional(),
});

const SignalLine = z
  .strictObject({
    resource: z.literal('signal'),
    signalId: ResourceId,
    label: NonEmptyText,
    description: Text,
    themes: z
      .array(
        z.strictObject({
          themeId: ResourceId,
          relationship: z.enum(RELATIONSHIPS),
          narrative: Text.optional(),
          addedAt: Instant.optional(),
        }),
      )
      .refine(
        uniqueBy((link: { themeId: string }) => link.themeId),
        'each themeId once',
      ),
    ref: z
      .string()
      .regex(/^SIG-[1-9]\d{0,8}$/, 'SIG-<n> with n from 1 to 999999999')
      .optional(),
    implication: Text.optional(),
    firstSeen: Instant.optional(),
    archived: z.boolean().optional(),
    archiveReason: z.enum(SIGNAL_ARCHIVE_REASONS).optional(),
    archivedAt: Instant.optional(),
    beliefKey: BeliefKey.optional(),
    beliefThing: NonEmptyText.optional(),
    labelByPerson: z.boolean().optional(),
    keptAt: Instant.optional(),
    questions: z.array(NonEmptyText).max(MOST_QUESTIONS).optional(),
    mergedFrom: MergedFrom.optional(),
  })
  .refine((line) => line.archived || (!line.archiveReason && line.archivedAt === undefined), {
    path: ['archived'],
    error: 'true if archiveReason or archivedAt is given',
  });

const WorkItem = z.strictObject({
  url: z.string().max(MAX_WORK_ITEM.url),
  title: Text.max(MAX_WORK_ITEM.title).optional(),
  externalId: Text.max(MAX_WORK_ITEM.externalId).optional(),
  linkedAt: Instant.optional(),
  // Files written from /v1 answers contain it, but the URL determines the provider.
  provider: z.string().regex(PROVIDER_NAME).optional(),
});

const RecommendationLine = z
  .strictObject({
    resource: z.literal('recommendation'),
    recommendationId: ResourceId,
    title: NonEmptyText,
    body: Text,
    signalIds: IdList,
    confidence: z.enum(CONFIDENCES),
    generatedAt: Instant,
    actionItems: z
      .array(
        z.strictObject({
          action: NonEmptyText,
          priority: z.enum(ACTION_PRIORITIES),
          supportingEvidence: Text,
        }),
      )
      .optional(),
    confidenceRationale: Text.optional(),
    counterEvidenceNote: Text.optional(),
    evidenceSnapshot: z
      .strictObject({
        totalSourceItems: z.int().nonnegative(),
        studyCount: z.int().nonnegative(),
        generatedFromEvidenceCount: z.int().nonnegative(),
      })
      .optional(),
    decision: z
      .strictObject({
        value: z.enum(DECISIONS),
        at: Instant,
        note: Text.max(MAX_NOTE).optional(),
      })
      .optional(),
    outcome: z
      .strictObject({
        value: z.enum(OUTCOMES),
        at: Instant,
        note: Text.max(MAX_NOTE).optional(),
      })
      .optional(),
    workItemLinks: z.array(WorkItem).max(MAX_WORK_ITEMS).optional(),
    published: z.boolean().optional(),
  })
  .refine((line) => !line.outcome || line.decision?.value === 'accepted', {
    path: ['outcome'],
    error: 'an outcome only together with the decision "accepted"',
  });

const ResearchGapLine = z.strictObject({
  resource: z.literal('researchGap'),
  researchGapId: ResourceId,
  signalId: ResourceId,
  type: z.enum(RESEARCH_GAP_TYPES),
  status: z.enum(RESEARCH_GAP_STATUSES),
  description: Text,
  suggestedAction: Text,
  draftedStudyId: ResourceId.optional(),
  createdAt: Instant.optional(),
});

const ActionCardLine = z
  .strictObject({
    resource: z.literal('actionCard'),
    actionCardId: ResourceId,
    type: z.enum(ACTION_CARD_TYPES),
    summary: NonEmptyText,
    priority: z.int().min(1, 'an integer from 1 to 10').max(10, 'an integer from 1 to 10'),
    createdAt: Instant,
    quote: NonEmptyText.optional(),
    reason: z.enum(LIVE_CALL_REASONS).optional(),
    urgency: Fraction.optional(),
    refs: z
      .strictObject({
        studyIds: IdList.optional(),
        themeIds: IdList.optional(),
        sourceItemId: ResourceId.optional(),
        signalId: ResourceId.optional(),
        recommendationId: ResourceId.optional(),
        participantId: ResourceId.optional(),
      })
      .optional(),
    snoozedUntil: Instant.optional(),
    resolvedAt: Instant.optional(),
    resolution: z.enum(RESOLUTIONS).optional(),
  })
  .refine((line) => line.type === 'live_call' || (!line.quote && !line.reason), {
    path: ['quote'],
    error: 'no quote and no reason on a card other than live_call',
  })
  .refine((line) => (line.resolvedAt === undefined) === (line.resolution === undefined), {
    path: ['resolution'],
    error: 'resolvedAt and resolution together',
  })
  .refine((line) => line.resolution !== 'contacted' || line.type === 'live_call', {
    path: ['resolution'],
    error: '"contacted" only on a live_call card',
  });

export const SnapshotLine = z.discriminatedUnion('resource', [
  ParticipantLine,
  StudyLine,
  SourceItemLine,
  ThemeLine,
  EvidenceLine,
  SignalLine,
  RecommendationLine,
  ResearchGapLine,
  ActionCardLine,
  CodebookEntryLine,
]);
export type SnapshotLine = z.infer<typeof SnapshotLine>;
export type SnapshotResource = SnapshotLine['resource'];
export type LineOf<R extends SnapshotResource> = Extract<SnapshotLine, { resource: R }>;
