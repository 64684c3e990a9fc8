import { teamStatement } from '../statement.js';

/** Sets the time of the last activity: the latest of generated, decided, outcome, reopened, linked. */
export const touchRecommendation = teamStatement<never, [recommendationId: string]>(
  'recommendations.touch',
  `update recommendations r
      set updated_at = greatest(r.generated_at, r.decided_at, r.outcome_at, r.reopened_at,
            (select max(w.linked_at) from work_item_links w
              where w.team_id = $1 and w.recommendation_id = r.recommendation_id))
    where r.team_id = $1 and r.recommendation_id = $2`,
);

/** The signals that the outcome `validated` would archive with recommendation `$2`. */
export const signalsToArchive = teamStatement<
  { refNumber: number; label: string },
  [recommendationId: string]
>(
  'recommendations.signalsToArchive',
  `select s.ref_number as "refNumber", s.label
     from recommendation_signals rs
     join signals s on s.team_id = $1 and s.signal_id = rs.signal_id
    where rs.team_id = $1 and rs.recommendation_id = $2 and not s.archived
    order by rs.position, s.signal_id`,
);

/** Archives the signals of recommendation `$2` that are not archived yet, at `$3`. */
export const archiveLinkedSignals = teamStatement<
  { signalId: string },
  [archivedByRecommendationId: string, now: Date]
>(
  'recommendations.archiveSignals',
  `update signals s
      set archived = true, archive_reason = 'validated', archived_at = $3, archived_by_recommendation_id = $2
     from recommendation_signals rs
    where s.team_id = $1 and rs.team_id = $1 and rs.recommendation_id = $2
      and rs.signal_id = s.signal_id and not s.archived
   returning s.signal_id as "signalId"`,
);

/** Reassigns signals archived by recommendation `$2` to another validated recommendation that also cites them. */
export const passOnSignals = teamStatement<
  { signalId: string },
  [archivedByRecommendationId: string]
>(
  'recommendations.passOnSignals',
  `update signals s set archived_by_recommendation_id = heir.recommendation_id
     from (select distinct on (rs.signal_id) rs.signal_id, r.recommendation_id
             from recommendation_signals rs
             join recommendations r on r.team_id = $1 and r.recommendation_id = rs.recommendation_id
            where rs.team_id = $1 and r.published and r.state = 'archived' and r.recommendation_id <> $2
            order by rs.signal_id, r.outcome_at, r.recommendation_id) heir
    where s.team_id = $1 and s.archived_by_recommendation_id = $2 and s.signal_id = heir.signal_id
   returning s.signal_id as "signalId"`,
);

/** Restores the signals that are archived only because of recommendation `$2`. */
export const bringBackSignals = teamStatement<
  { signalId: string },
  [archivedByRecommendationId: string]
>(
  'recommendations.bringBackSignals',
  `update signals s
      set archived = false, archive_reason = null, archived_at = null, archived_by_recommendation_id = null
    where s.team_id = $1 and s.archived_by_recommendation_id = $2
   returning s.signal_id as "signalId"`,
);
