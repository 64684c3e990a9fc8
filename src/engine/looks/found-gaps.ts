import type { ResearchGapType } from '../../../db/entities/research-gap.js';
import { signalRef } from '../../beliefs/signals/ref.js';
import { CARD_TIERS, STALE_DAYS } from '../../core/decisions.js';
import { named } from '../../core/words.js';
import type { Look } from '../cause.js';
import { openMintedGaps } from '../queries/recommendations.js';

const URGENCY: Record<ResearchGapType, number> = {
  post_ship_verification: 0.8,
  missing_breadth: 0.6,
  thin_counter_evidence: 0.5,
  topic_asymmetry: 0.4,
  stale_evidence: 0.3,
};

/** One line each; the gap itself says what is missing and what to do. */
const headlines: Record<ResearchGapType, (belief: string) => string> = {
  missing_breadth: (belief) => `${belief} rests on little more than one study.`,
  thin_counter_evidence: (belief) =>
    `Many people support ${belief}, and no one has contradicted it.`,
  topic_asymmetry: (belief) => `Interviews left out a topic close to ${belief}.`,
  stale_evidence: (belief) => `Nothing was heard for ${belief} in ${STALE_DAYS} days or more.`,
  post_ship_verification: (belief) =>
    `Something shipped for ${belief}, and hardly anyone has been interviewed since.`,
};

/** Gaps found by the service; imported gaps open no card (docs/reference.md, Action cards). */
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
