import * as z from 'zod';
import type { SignalRow } from '../../../db/queries/signals.js';
import {
  type WorkPacket as Packet,
  workPacket,
} from '../../beliefs/recommendations/work-packet.js';
import { confidenceBand, signalConfidence } from '../../beliefs/signals/confidence.js';
import { signalRef } from '../../beliefs/signals/ref.js';
import { isStale } from '../../beliefs/signals/trajectory.js';
import { endpoint } from '../endpoint.js';
import { authenticate, parse, rateLimit } from '../guards.js';
import { EvidenceItem, presentEvidence } from './evidence.js';
import { examples } from './examples.js';
import { Data } from './fields.js';
import {
  ActionItem,
  presentWorkItemLink,
  RecommendationPath,
  WorkItemLink,
} from './recommendations.js';
import { Freshness } from './signals.js';
import {
  ConfidenceBand,
  Count,
  Ms,
  RecommendationConfidence,
  RecommendationLifecycleState,
  SignalStage,
  Trajectory,
} from './values.js';

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

const presentWorkPacket = (packet: Packet, now: Date): WorkPacket => ({
  recommendation: {
    recommendationId: packet.recommendation.recommendationId,
    title: packet.recommendation.title,
    body: packet.recommendation.body,
    lifecycleState: packet.recommendation.state,
    confidence: packet.recommendation.confidence,
    actionItems: packet.recommendation.actionItems,
    workItemLinks: packet.recommendation.workItemLinks.map(presentWorkItemLink),
    generatedAt: packet.recommendation.generatedAt.getTime(),
  },
  signals: packet.signals.map((signal) => presentPacketSignal(signal, now)),
  evidence: packet.evidence.map(presentEvidence),
  counterEvidence: packet.counterEvidence.map(presentEvidence),
  acceptanceCriteria: packet.acceptanceCriteria,
  markdown: packet.markdown,
});

const presentPacketSignal = (row: SignalRow, now: Date): WorkPacket['signals'][number] => ({
  signalId: row.signalId,
  label: row.label,
  description: row.description,
  stage: row.stage,
  trajectory: row.trajectory,
  participantCount: row.participantCount,
  quoteCount: row.quoteCount,
  freshness: {
    latestCapturedAt: row.latestCapturedAt?.getTime() ?? null,
    isStale: isStale(row.latestCapturedAt, now),
  },
  ref: signalRef(row.refNumber),
  confidenceBand: confidenceBand(signalConfidence(row, now)),
  archived: row.archived,
});

export const readWorkPacket = endpoint({
  method: 'get',
  path: '/v1/recommendations/{recommendationId}/work-packet',
  guards: [authenticate, rateLimit, parse],
  id: 'readWorkPacket',
  tag: 'Recommendations',
  summary: 'Bundle a recommendation for handoff',
  description: '`markdown` is ready to paste into an issue tracker.',
  params: RecommendationPath,
  response: Data(WorkPacket),
  errors: [404],
  example: examples.workPacket,
  handle: async ({ ctx, params }) => ({
    data: presentWorkPacket(await workPacket(ctx, params.recommendationId), ctx.now),
  }),
});
