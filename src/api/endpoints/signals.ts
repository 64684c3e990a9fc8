import * as z from 'zod';
import type { SignalRow } from '../../../db/queries/signals.js';
import { confidenceBand, signalConfidence } from '../../beliefs/signals/confidence.js';
import { listSignals as list } from '../../beliefs/signals/list-signals.js';
import {
  type SignalPacket as Packet,
  readSignalPacket,
} from '../../beliefs/signals/read-signal-packet.js';
import { signalRef } from '../../beliefs/signals/ref.js';
import { COUNTER_EVIDENCE_TASTER, EVIDENCE_TASTER, STALE_DAYS } from '../../core/numbers.js';
import { timeCursor } from '../cursor.js';
import { endpoint } from '../endpoint.js';
import { authenticate, parse, rateLimit } from '../guards.js';
import { EvidenceItem, presentEvidence } from './evidence.js';
import { examples } from './examples.js';
import { Data, Id, Paged, PageQuery } from './fields.js';
import { presentNextStep, RecommendedNextStep } from './next-step.js';
import {
  ConfidenceBand,
  Count,
  Ms,
  RecommendationLifecycleState,
  ResearchGapStatus,
  ResearchGapType,
  SignalArchiveReason,
  SignalStage,
  SignalStateOfPlay,
  StudyRelationship,
  Trajectory,
} from './values.js';

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
  .meta({
    id: 'SignalPacket',
    description: 'A belief with its evidence and the recommended next step.',
  });
export type SignalPacket = z.infer<typeof SignalPacket>;

const SignalPath = z.strictObject({ signalId: Id('signal') });

const SignalsQuery = z.strictObject({
  stage: SignalStateOfPlay.optional(),
  trajectory: Trajectory.optional(),
  ...PageQuery.shape,
});

const presentSignalListItem = (row: SignalRow, now: Date): SignalListItem => ({
  signalId: row.signalId,
  ref: signalRef(row.refNumber),
  label: row.label,
  description: row.description,
  stage: row.stage,
  trajectory: row.trajectory,
  participantCount: row.participantCount,
  studyCount: row.studyCount,
  lastUpdated: row.lastUpdatedAt.getTime(),
  confidenceBand: confidenceBand(signalConfidence(row, now)),
  archived: row.archived,
  archiveReason: row.archiveReason ?? undefined,
  actionable: row.actionable,
});

export const presentSignalPacket = (packet: Packet): SignalPacket => ({
  signalId: packet.signal.signalId,
  belief: presentBelief(packet),
  implication: packet.signal.implication,
  recommendedNextStep: presentNextStep(packet.nextStep),
  evidence: {
    items: packet.evidence.map(presentEvidence),
    distinctSourceItems: packet.signal.sourceItemCount,
    studyCount: packet.signal.studyCount,
    quoteCount: packet.signal.quoteCount,
    counterEvidenceCount: packet.signal.counterEvidenceCount,
    freshness: {
      latestCapturedAt: packet.signal.latestCapturedAt?.getTime() ?? null,
      isStale: packet.isStale,
    },
    distinctParticipants: packet.signal.participantCount,
  },
  counterEvidence: packet.counterEvidence.map(presentEvidence),
  perStudy: packet.perStudy.map((view) => ({ ...view, addedAt: view.addedAt.getTime() })),
  recommendation: packet.recommendation && {
    recommendationId: packet.recommendation.recommendationId,
    title: packet.recommendation.title,
    lifecycleState: packet.recommendation.state,
  },
  researchGaps: packet.researchGaps.map(({ researchGapId, type, status }) => ({
    researchGapId,
    type,
    status,
  })),
});

const presentBelief = (packet: Packet): SignalPacket['belief'] => ({
  ref: signalRef(packet.signal.refNumber),
  label: packet.signal.label,
  description: packet.signal.description,
  trajectory: packet.signal.trajectory,
  stage: packet.signal.stage,
  confidence: packet.confidence,
  confidenceBand: packet.confidenceBand,
  firstSeen: packet.signal.firstSeenAt.getTime(),
  lastUpdated: packet.signal.lastUpdatedAt.getTime(),
  archived: packet.signal.archived,
  actionable: packet.signal.actionable,
  archiveReason: packet.signal.archiveReason ?? undefined,
  archivedAt: packet.signal.archivedAt?.getTime(),
  postShipReceipt: packet.postShipReceipt ?? undefined,
});

export const listSignals = endpoint({
  method: 'get',
  path: '/v1/signals',
  guards: [authenticate, rateLimit, parse],
  id: 'listSignals',
  tag: 'Signals',
  summary: 'List signals',
  description:
    'Newest first by `lastUpdated`. Without `stage`: every signal that is not archived. `total` is omitted on stage-filtered pages.',
  query: SignalsQuery,
  response: Paged(SignalListItem),
  errors: [],
  example: examples.signals,
  async handle({ ctx, query: { stage, trajectory, limit, cursor } }) {
    const scope = { list: 'signals', filter: { stage, trajectory } };
    const after = timeCursor.read(ctx, scope, cursor);
    const page = await list(ctx, {
      limit,
      ...(stage && { stage }),
      ...(trajectory && { trajectory }),
      ...(after && { after }),
    });
    return {
      data: page.rows.map((row) => presentSignalListItem(row, ctx.now)),
      cursor: timeCursor.write(ctx, scope, page.next),
      total: page.total,
    };
  },
});

export const readSignal = endpoint({
  method: 'get',
  path: '/v1/signals/{signalId}',
  guards: [authenticate, rateLimit, parse],
  id: 'readSignal',
  tag: 'Signals',
  summary: 'Read a signal',
  description:
    'The belief and its confidence, tasters of its quotes, what each study says, the recommended next step and its gaps. All quotes are read at `/v1/evidence` with `signalId`.',
  params: SignalPath,
  response: Data(SignalPacket),
  errors: [404],
  example: examples.signal,
  handle: async ({ ctx, params }) => ({
    data: presentSignalPacket(await readSignalPacket(ctx, params.signalId)),
  }),
});
