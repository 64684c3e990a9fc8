import type { Signal } from '../entities/signal.js';

/** A signal with its stored facts, and whether the team can act on it (api.md 2.5). */
export interface SignalRow extends Omit<Signal, 'teamId'> {
  actionable: boolean;
}

/** True for a signal aliased `s` with a published recommendation neither dismissed nor validated. */
export const isActionable = `(not s.archived and exists (
  select from recommendation_signals rs
    join recommendations r on r.team_id = rs.team_id and r.recommendation_id = rs.recommendation_id
   where rs.team_id = s.team_id and rs.signal_id = s.signal_id
     and r.published and r.state not in ('dismissed', 'archived')))`;

/** Columns of SignalRow over signals aliased `s`. */
export const signalColumns = `
  s.signal_id as "signalId", s.ref_number as "refNumber", s.label, s.description, s.implication,
  s.stated_first_seen_at as "statedFirstSeenAt", s.created_at as "createdAt", s.archived,
  s.archive_reason as "archiveReason", s.archived_at as "archivedAt",
  s.archived_by_recommendation_id as "archivedByRecommendationId", s.stage, s.trajectory,
  s.trajectory_until as "trajectoryUntil", s.participant_count as "participantCount",
  s.study_count as "studyCount", s.source_item_count as "sourceItemCount",
  s.quote_count as "quoteCount", s.counter_participant_count as "counterParticipantCount",
  s.counter_evidence_count as "counterEvidenceCount", s.first_seen_at as "firstSeenAt",
  s.latest_captured_at as "latestCapturedAt", s.last_updated_at as "lastUpdatedAt",
  ${isActionable} as actionable`;
