import type { ResearchGapType } from '../../../db/entities/research-gap.js';
import { openMintedGaps } from '../../../db/queries/engine/recommendations.js';
import { CARD_TIERS, STALE_DAYS } from '../../decisions.js';
import { signalRef } from '../../signals/ref.js';
import { named } from '../../words.js';
import type { Look } from '../cause.js';

const URGENCY: Record<ResearchGapType, number> = {
  post_ship_verification: 0.8,
  missing_breadth: 0.6,
  thin_counter_evidence: 0.5,
  topic_asymmetry: 0.4,
  stale_evidence: 0.3,
};

/** In a line; what exactly is missing, and what to do about it, says the gap. */
const headlines: Record<ResearchGapType, (belief: string) => string> = {
  missing_breadth: (belief) => `${belief} rests on little more than one study.`,
  thin_counter_evidence: (belief) =>
    `Many people support ${belief}, and nobody was heard against it.`,
  topic_asymmetry: (belief) => `Interviews left out a topic close to ${belief}.`,
  stale_evidence: (belief) => `Nothing was heard for ${belief} in ${STALE_DAYS} days or more.`,
  post_ship_verification: (belief) =>
    `Something shipped for ${belief}, and hardly anybody was interviewed since.`,
};

/** Gaps that the service itself found; imported ones mint no card (decisions.md, Small points). */
export const foundGaps: Look = {
  rules: ['research_gap'],
  about: 'team',
  async causes(tx) {
    const rows = await tx.db.rows(openMintedGaps);
    return rows.map(({ researchGapId, type, signalId, refNumber, label }) => ({
      key: `research_gap:${researchGapId}`,
      aboutId: '',
      why: `${signalRef(refNumber)} has an open gap, ${type}`,
      mints: 'card',
      rule: 'research_gap',
      card: {
        summary: headlines[type](`${signalRef(refNumber)} ${named(label)}`),
        priority: CARD_TIERS.research_gap,
        urgency: URGENCY[type],
        signalId,
      },
    }));
  },
};
