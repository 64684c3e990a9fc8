import type { Confidence } from '../../../db/entities/recommendation.js';
import type { ResearchGapType } from '../../../db/entities/research-gap.js';
import { statementVariants } from '../../../db/keyset.js';
import { teamStatement } from '../../../db/statement.js';

interface OpenRecommendationRow {
  recommendationId: string;
  title: string;
  confidence: Confidence;
  signalId: string | null;
  /** Distinct people behind its first signal, and their studies. */
  participantCount: number;
  studyCount: number;
}

/** Published recommendations that await a decision, locked against a concurrent one; with `only`, those in `$2`. */
export const openRecommendations = statementVariants<
  OpenRecommendationRow,
  { only: boolean },
  [recommendationIds: readonly string[] | null]
>(({ only }) =>
  teamStatement(
    `engine.openRecommendations${only ? '.only' : ''}`,
    `select r.recommendation_id as "recommendationId", r.title, r.confidence,
              first.signal_id as "signalId", coalesce(first.participant_count, 0) as "participantCount",
              coalesce(first.study_count, 0) as "studyCount"
         from recommendations r
         left join lateral (
           select s.signal_id, s.participant_count, s.study_count
             from recommendation_signals rs
             join signals s on s.team_id = $1 and s.signal_id = rs.signal_id
            where rs.team_id = $1 and rs.recommendation_id = r.recommendation_id
            order by rs.position, rs.signal_id limit 1) first on true
        where r.team_id = $1 and r.published and r.state = 'open'
          and ${only ? 'r.recommendation_id = any ($2::text[])' : '$2::text[] is null'}
        order by r.recommendation_id
          for share of r`,
  ),
);

/** Gaps that the service found and that are still open. */
export const openMintedGaps = teamStatement<{
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
