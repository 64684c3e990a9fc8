import type { Sentiment } from '../../../db/entities/evidence.js';
import type { LearningTarget, StudySummary } from '../../../db/entities/study.js';
import { statementVariants } from '../../../db/queries/keyset.js';
import { isFinding } from '../../../db/queries/set-aside.js';
import { teamStatement } from '../../../db/statement.js';

export interface SummarizedThemeRow {
  label: string;
  sentiment: Sentiment;
  participantCount: number;
  counterParticipantCount: number;
  /** True if it belongs to a belief: then its label is a sentence, otherwise a topic. */
  isBelief: boolean;
  /** A model's checked sentences on how the belief shows in the study; null if there are none. */
  told: string | null;
}

export interface SummarizedStudyRow {
  studyId: string;
  name: string;
  participantCount: number;
  sourceItemCount: number;
  analyzedCount: number;
  avgQualityScore: number | null;
  learningTargets: LearningTarget[];
  touched: Record<string, number>;
  summary: StudySummary | null;
  summaryBasis: string | null;
  /** Themes with supporting quotes, the most supported first. */
  themes: SummarizedThemeRow[];
}

/** Studies with ingested, analyzed interviews; with `only`, those in `$2`. */
export const studiesToSummarize = statementVariants<
  SummarizedStudyRow,
  { only: boolean },
  [studyIds: readonly string[] | null]
>(({ only }) =>
  teamStatement(
    `engine.studiesToSummarize${only ? '.only' : ''}`,
    `select s.study_id as "studyId", s.name, s.participant_count as "participantCount",
              s.source_item_count as "sourceItemCount", s.analyzed_count as "analyzedCount",
              s.avg_quality_score as "avgQualityScore", s.learning_targets as "learningTargets", s.touched,
              s.summary, s.summary_basis as "summaryBasis",
              (select coalesce(json_agg(json_build_object('label', t.label, 'sentiment', t.sentiment,
                        'participantCount', t.participant_count,
                        'counterParticipantCount', t.counter_participant_count,
                        'isBelief', exists (select from signal_themes st
                                             where st.team_id = $1 and st.theme_id = t.theme_id),
                        'told', (select st.narrative from signal_themes st
                                  where st.team_id = $1 and st.theme_id = t.theme_id and st.told_of is not null
                                  order by st.signal_id limit 1))
                      order by t.participant_count desc, t.evidence_count desc, t.theme_id), '[]')
                 from themes t
                where t.team_id = $1 and t.study_id = s.study_id and t.participant_count > 0 and ${isFinding('t')}) as themes
         from studies s
        where s.team_id = $1 and s.analyzed_count > 0
          and ${only ? 's.study_id = any ($2::text[])' : '$2::text[] is null'}
          and exists (select from source_items i
                        join analyses a on a.team_id = $1 and a.source_item_id = i.source_item_id
                       where i.team_id = $1 and i.study_id = s.study_id)
        order by s.study_id`,
  ),
);

/** Stores summary `$3` of study `$2` with the data that it was written from, `$4`. */
export const writeSummary = teamStatement<
  never,
  [studyId: string, summary: string, summaryBasis: string]
>(
  'engine.writeSummary',
  `update studies set summary = $3::jsonb, summary_basis = $4
    where team_id = $1 and study_id = $2`,
);
