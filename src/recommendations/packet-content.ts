import type { EvidenceRow } from '../../db/queries/evidence.js';
import type { WorkItemLinkRow } from '../../db/queries/recommendations.js';
import type { SignalRow } from '../../db/queries/signals.js';
import type { PacketRecommendationRow } from '../../db/queries/work-packet.js';
import type { AcceptanceCriteria } from './acceptance-criteria.js';

/** What a work packet holds (api.md 2.16), before it is rendered. */
export interface PacketContent {
  recommendation: Omit<PacketRecommendationRow, 'links'> & { workItemLinks: WorkItemLinkRow[] };
  /** In the recommendation's order. */
  signals: SignalRow[];
  /** Strongest first, every signal in its turn. */
  evidence: EvidenceRow[];
  counterEvidence: EvidenceRow[];
  acceptanceCriteria: AcceptanceCriteria;
}
