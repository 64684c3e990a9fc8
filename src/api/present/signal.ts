import type { SignalRow } from '../../../db/queries/signals.js';
import { confidenceBand, signalConfidence } from '../../signals/confidence.js';
import { isStale } from '../../signals/freshness.js';
import type { NextStep } from '../../signals/next-step.js';
import type { SignalPacket as Packet } from '../../signals/read-signal-packet.js';
import { signalRef } from '../../signals/ref.js';
import type { RecommendedNextStep, SignalListItem, SignalPacket } from '../schemas/signal.js';
import type { WorkPacket } from '../schemas/work-packet.js';
import { presentEvidence } from './evidence.js';

export const presentSignalListItem = (row: SignalRow, now: Date): SignalListItem => ({
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

function presentNextStep(step: NextStep): RecommendedNextStep {
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

export const presentPacketSignal = (row: SignalRow, now: Date): WorkPacket['signals'][number] => ({
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
