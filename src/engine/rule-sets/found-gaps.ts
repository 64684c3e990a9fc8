import { CARD_TYPES } from '../../../db/entities/action-card.js';
import type { ResearchGapType } from '../../../db/entities/research-gap.js';
import { teamStatement } from '../../../db/statement.js';
import { signalRef } from '../../beliefs/signals/ref.js';
import { STALE_DAYS } from '../../core/numbers.js';
import { named } from '../../core/words.js';
import type { RuleSet } from '../cause.js';

/** Gaps that the service found and that are still open. */
const openMintedGaps = teamStatement<{
  researchGapId: string;
  type: ResearchGapType;
  signalId: string;
  refNumber: number;
  label: string;
}>(
  'engine.openMintedGaps',
  `select g.research_gap_id as "researchGapId", g.type, g.signal_id as "signalId",
          s.ref_number as "refNumber", s.label
     from research_gaps g
     join signals s on s.team_id = $1 and s.signal_id = g.signal_id
    where g.team_id = $1 and g.minted and g.status = 'open'
    order by g.research_gap_id`,
);

const URGENCY: Record<ResearchGapType, number> = {
  post_ship_verification: 0.8,
  missing_breadth: 0.6,
  thin_counter_evidence: 0.5,
  topic_asymmetry: 0.4,
  stale_evidence: 0.3,
};

/** One line each; the gap itself says what is missing and what to do. */
const headlines: Record<ResearchGapType, (belief: string) => string> = {
  missing_breadth: (belief) => `${belief} rests on one study, or nearly so.`,
  thin_counter_evidence: (belief) =>
    `Many people support ${belief}, and no one has contradicted it.`,
  topic_asymmetry: (belief) => `Interviews left out a topic close to ${belief}.`,
  stale_evidence: (belief) => `No new evidence for ${belief} in ${STALE_DAYS} days or more.`,
  post_ship_verification: (belief) =>
    `Something shipped for ${belief}, and hardly anyone has been interviewed since.`,
};

/** Gaps found by the service; imported gaps open no card (docs/reference.md, Action cards). */
export const foundGaps = {
  rules: ['research_gap'],
  about: 'team',
  async causes(tx) {
    const rows = await tx.db.rows(openMintedGaps);
    return rows.map(({ researchGapId, type, signalId, refNumber, label }) => ({
      key: `research_gap:${researchGapId}`,
      aboutId: '',
      why: `${signalRef(refNumber)} has an open gap, ${type}`,
      opens: 'card',
      rule: 'research_gap',
      card: {
        summary: headlines[type](`${signalRef(refNumber)} ${named(label)}`),
        priority: CARD_TYPES.research_gap.tier,
        urgency: URGENCY[type],
        signalId,
      },
    }));
  },
} satisfies RuleSet;
