import type { EvidenceRow } from '../../../db/queries/evidence.js';
import type { WorkItemLinkRow } from '../../../db/queries/recommendations.js';
import type { SignalRow } from '../../../db/queries/signals.js';
import type { PacketRecommendationRow } from '../queries/work-packet.js';
import type { AcceptanceCriteria } from './acceptance-criteria.js';

/** Content of a work packet, before it is rendered. */
export interface PacketContent {
  recommendation: Omit<PacketRecommendationRow, 'links'> & { workItemLinks: WorkItemLinkRow[] };
  /** In the recommendation's order. */
  signals: SignalRow[];
  /** Strongest first, taken from each signal in turn. */
  evidence: EvidenceRow[];
  counterEvidence: EvidenceRow[];
  acceptanceCriteria: AcceptanceCriteria;
}
