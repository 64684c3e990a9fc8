import type { EvidenceKind } from '../entities/evidence.js';

/** One quote with what attributes it. `kind` is the row's own, or a signal's where the read is one signal's. */
export interface EvidenceRow {
  evidenceId: string;
  kind: EvidenceKind;
  quote: string;
  note: string | null;
  themeId: string;
  themeLabel: string;
  studyId: string;
  studyName: string;
  sourceItemId: string;
  participantId: string;
  participantName: string;
  timeInCallSecs: number | null;
  capturedAt: Date | null;
  /** 0 to 1: how strongly the quote says it. */
  strength: number;
  prompted: boolean;
}

/** Columns of EvidenceRow over `evidenceFrom`; `kind` is any SQL expression of the kind to show. */
export const evidenceColumns = (kind = 'e.kind'): string => `
  e.evidence_id as "evidenceId", ${kind} as kind, e.quote, e.note,
  e.theme_id as "themeId", t.label as "themeLabel", e.study_id as "studyId", s.name as "studyName",
  e.source_item_id as "sourceItemId", e.participant_id as "participantId",
  p.display_name as "participantName", e.time_in_call_secs as "timeInCallSecs",
  e.captured_at as "capturedAt", e.strength, e.prompted`;

/** Joins what EvidenceRow names to evidence rows aliased `e`. */
export const evidenceNames = `
  join themes t on t.team_id = e.team_id and t.theme_id = e.theme_id
  join studies s on s.team_id = e.team_id and s.study_id = e.study_id
  join participants p on p.team_id = e.team_id and p.participant_id = e.participant_id`;

/** Strongest first: strength, then newest, then id (decisions.md, Signals). */
export const strongestFirst = 'e.strength desc, e.captured_at desc nulls last, e.evidence_id';

/** The kind a quote has for a signal linked as `link`: under `contradicts` the two change places. */
export const kindForSignal = `case when link.relationship <> 'contradicts' then e.kind
  when e.kind = 'evidence' then 'counterEvidence' else 'evidence' end`;
