import type {
  RecommendationListRow,
  RecommendationRow,
  WorkItemLinkRow,
} from '../../../db/queries/recommendations.js';
import type { WorkPacket as Packet } from '../../recommendations/work-packet.js';
import { signalRef } from '../../signals/ref.js';
import type {
  Recommendation,
  RecommendationListItem,
  WorkItemLink,
} from '../schemas/recommendation.js';
import type { WorkPacket } from '../schemas/work-packet.js';
import { presentEvidence } from './evidence.js';
import { presentPacketSignal } from './signal.js';

export const presentRecommendationListItem = (
  row: RecommendationListRow,
): RecommendationListItem => ({
  recommendationId: row.recommendationId,
  title: row.title,
  lifecycleState: row.state,
  confidence: row.confidence,
  signals: row.signals.map(({ refNumber, label }) => ({ ref: signalRef(refNumber), label })),
  updatedAt: row.updatedAt.getTime(),
});

export const presentRecommendation = (row: RecommendationRow): Recommendation => ({
  recommendationId: row.recommendationId,
  title: row.title,
  body: row.body,
  lifecycleState: row.state,
  signals: row.signals.map(({ signalId, refNumber, label }) => ({
    signalId,
    ref: signalRef(refNumber),
    label,
  })),
  decision: recorded(row.decision, row.decidedAt, row.decisionNote),
  outcome: recorded(row.outcome, row.outcomeAt, row.outcomeNote),
  workItemLinks: row.workItemLinks.map(presentWorkItemLink),
  generatedAt: row.generatedAt.getTime(),
  confidence: row.confidence,
  confidenceRationale: row.confidenceRationale ?? undefined,
  counterEvidenceNote: row.counterEvidenceNote ?? undefined,
  actionItems: row.actionItems,
  evidenceSnapshot: row.evidenceSnapshot ?? undefined,
});

const recorded = <Value>(value: Value | null, at: Date | null, note: string | null) =>
  value === null || at === null ? undefined : { value, at: at.getTime(), note: note ?? undefined };

const presentWorkItemLink = (link: WorkItemLinkRow): WorkItemLink => ({
  url: link.url,
  provider: link.provider,
  externalId: link.externalId ?? undefined,
  title: link.title ?? undefined,
  linkedAt: link.linkedAt.getTime(),
});

export const presentWorkPacket = (packet: Packet, now: Date): WorkPacket => ({
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
