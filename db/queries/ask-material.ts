import type { Relationship } from '../entities/signal.js';
import { teamStatement } from '../statement.js';
import { type EvidenceRow, evidenceColumns, evidenceNames, kindForSignal } from './evidence.js';
import { type SignalRow, signalColumns } from './signals.js';

export interface ThemeLink {
  themeId: string;
  signalId: string;
  relationship: Relationship;
}

/** Links of the themes of evidence rows ($2) to signals. */
export const linksOfEvidence = teamStatement<
  ThemeLink & { evidenceId: string },
  [evidenceIds: readonly string[]]
>(
  'ask.links-of-evidence',
  `select e.evidence_id as "evidenceId", link.theme_id as "themeId",
     link.signal_id as "signalId", link.relationship
   from evidence e
   join signal_themes link on link.team_id = $1 and link.theme_id = e.theme_id
   where e.team_id = $1 and e.evidence_id = any ($2)`,
);

/** Signals by id ($2), archived ones too. */
export const signalsById = teamStatement<SignalRow, [signalIds: readonly string[]]>(
  'ask.signals-by-id',
  `select ${signalColumns} from signals s where s.team_id = $1 and s.signal_id = any ($2)`,
);

/** A signal's ($2) strongest rows of a kind ($3), at most $4. */
export const strongestOfSignal = teamStatement<
  EvidenceRow,
  [signalId: string, kind: string, limit: number]
>(
  'ask.strongest-of-signal',
  `select ${evidenceColumns(kindForSignal)}
   from signal_themes link
   join evidence e on e.team_id = link.team_id and e.theme_id = link.theme_id and e.qualifies
   ${evidenceNames}
   where link.team_id = $1 and link.signal_id = $2 and ${kindForSignal} = $3
   order by e.strength desc, e.captured_at desc nulls last, e.evidence_id
   limit $4`,
);

export interface FittingGap {
  researchGapId: string;
  description: string;
  suggestedAction: string;
}

/** Gaps of signals ($2) that still need an answer, newest first. */
export const openGapsOfSignals = teamStatement<
  FittingGap & { signalId: string },
  [signalIds: readonly string[]]
>(
  'ask.open-gaps-of-signals',
  `select research_gap_id as "researchGapId", description, suggested_action as "suggestedAction",
     signal_id as "signalId"
   from research_gaps
   where team_id = $1 and signal_id = any ($2) and status in ('open', 'accepted')
   order by created_at desc, research_gap_id limit 100`,
);
