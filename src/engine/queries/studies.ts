import type { LearningTarget } from '../../../db/entities/study.js';
import { statementVariants } from '../../../db/keyset.js';
import { teamStatement } from '../../../db/statement.js';

interface FinishedStudyRow {
  studyId: string;
  name: string;
  questions: string[];
}

/** Completed studies that suggest next questions; with `only`, those in `$2`. */
export const studiesWithQuestions = statementVariants<
  FinishedStudyRow,
  { only: boolean },
  [studyIds: readonly string[] | null]
>(({ only }) =>
  teamStatement(
    `engine.studiesWithQuestions${only ? '.only' : ''}`,
    `select study_id as "studyId", name, summary -> 'suggestedNextQuestions' as questions
         from studies
        where team_id = $1 and status = 'completed'
          and jsonb_array_length(coalesce(summary -> 'suggestedNextQuestions', '[]')) > 0
          and ${only ? 'study_id = any ($2::text[])' : '$2::text[] is null'}
        order by study_id`,
  ),
);

/**
 * Active studies with more than `$3` analysed interviews whose last `$3` brought no new theme; with `only`,
 * those in `$2`.
 */
export const saturatedStudies = statementVariants<
  { studyId: string; name: string; analyzedCount: number },
  { only: boolean },
  [studyIds: readonly string[] | null, limit: number]
>(({ only }) =>
  teamStatement(
    `engine.saturatedStudies${only ? '.only' : ''}`,
    `select s.study_id as "studyId", s.name, s.analyzed_count as "analyzedCount"
       from studies s
      cross join lateral (
        select array_agg(source_item_id) as ids from (
          select i.source_item_id from source_items i
           where i.team_id = $1 and i.study_id = s.study_id and i.status = 'analyzed'
           order by i.captured_at desc, i.source_item_id limit $3::int) last) recent
      where s.team_id = $1 and s.status = 'active' and s.analyzed_count > $3::int and s.theme_count > 0
        and not exists (
          select from evidence e
           where e.team_id = $1 and e.source_item_id = any (recent.ids) and e.qualifies
             and not exists (
               select from evidence known
                where known.team_id = $1 and known.theme_id = e.theme_id and known.qualifies
                  and known.source_item_id <> all (recent.ids)))
        and ${only ? 's.study_id = any ($2::text[])' : '$2::text[] is null'}
      order by s.study_id`,
  ),
);

export interface TargetedStudyRow {
  studyId: string;
  name: string;
  learningTargets: LearningTarget[];
  touched: Record<string, number>;
  analyzedCount: number;
}

/** Studies with learning targets and at least `$2` analysed interviews. */
export const targetedStudies = teamStatement<TargetedStudyRow, [analyzedCount: number]>(
  'engine.targetedStudies',
  `select study_id as "studyId", name, learning_targets as "learningTargets", touched,
          analyzed_count as "analyzedCount"
     from studies
    where team_id = $1 and learning_targets <> '[]' and analyzed_count >= $2
    order by study_id`,
);

export interface SignalOfStudyRow {
  studyId: string;
  signalId: string;
  refNumber: number;
  label: string;
  description: string;
  /** Omissions that imported gaps of this kind describe. */
  topics: string | null;
}

/** Signals that are not archived and are linked to a theme of the studies `$2`, the oldest first. */
export const signalsOfStudies = teamStatement<SignalOfStudyRow, [studyIds: readonly string[]]>(
  'engine.signalsOfStudies',
  `select distinct t.study_id as "studyId", s.signal_id as "signalId", s.ref_number as "refNumber",
          s.label, s.description,
          (select string_agg(g.description, ' ' order by g.research_gap_id) from research_gaps g
            where g.team_id = $1 and g.signal_id = s.signal_id and g.type = 'topic_asymmetry'
              and not g.minted) as topics
     from themes t
     join signal_themes link on link.team_id = $1 and link.theme_id = t.theme_id
     join signals s on s.team_id = $1 and s.signal_id = link.signal_id and not s.archived
    where t.team_id = $1 and t.study_id = any ($2::text[])
    order by t.study_id, s.ref_number`,
);
