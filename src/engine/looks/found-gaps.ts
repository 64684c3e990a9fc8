import type { ResearchGapType } from '../../../db/entities/research-gap.js';
import { openMintedGaps } from '../../../db/queries/engine/recommendations.js';
import { CARD_TIERS } from '../../decisions.js';
import { signalRef } from '../../signals/ref.js';
import type { Look } from '../cause.js';

const URGENCY: Record<ResearchGapType, number> = {
  post_ship_verification: 0.8,
  missing_breadth: 0.6,
  thin_counter_evidence: 0.5,
  topic_asymmetry: 0.4,
  stale_evidence: 0.3,
};

/** Gaps that the service itself found; imported ones mint no card (decisions.md, Small points). */
export const foundGaps: Look = {
  rules: ['research_gap'],
  about: 'team',
  async causes(tx) {
    const rows = await tx.db.rows(openMintedGaps);
    return rows.map(({ researchGapId, type, signalId, refNumber, description }) => ({
      key: `research_gap:${researchGapId}`,
      aboutId: '',
      why: `${signalRef(refNumber)} has an open gap, ${type}`,
      mints: 'card',
      rule: 'research_gap',
      card: {
        summary: `${signalRef(refNumber)}: ${description}`,
        priority: CARD_TIERS.research_gap,
        urgency: URGENCY[type as ResearchGapType],
        signalId,
      },
    }));
  },
};
