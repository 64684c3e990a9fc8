import type { Sentiment, Trajectory } from '../entities/evidence.js';
import type { Study } from '../entities/study.js';
import { teamStatement } from '../statement.js';
import { type After, goesOnAfter, listTotal, pageOfMost, statementVariants } from './keyset.js';
import { isFinding } from './set-aside.js';

export type StudyRow = Pick<
  Study,
  'studyId' | 'name' | 'status' | 'participantCount' | 'themeCount' | 'createdAt'
>;

/** `$2`: maximum rows; then the position to continue after. Newest first. */
export const listStudies = statementVariants<
  StudyRow,
  { after: boolean },
  [limit: number, ...after: After]
>(({ after }) =>
  teamStatement(
    `studies.list${after ? '.after' : ''}`,
    pageOfMost(
      `select study_id as "studyId", name, status, participant_count as "participantCount",
              theme_count as "themeCount", created_at as "createdAt"
         from studies
        where team_id = $1 ${after ? `and ${goesOnAfter('created_at', 'study_id', 3)}` : ''}
        order by created_at desc, study_id`,
      '$2',
    ),
  ),
);

export const countStudiesListed = teamStatement<{ total: number }>(
  'studies.count',
  `select ${listTotal('studies')} as total`,
);

export type StudyReadoutRow = Omit<Study, 'teamId'>;

export const studyReadout = teamStatement<StudyReadoutRow, [studyId: string]>(
  'studies.readout',
  `select s.study_id as "studyId", s.name, s.status, s.created_at as "createdAt", s.objective,
          s.open_questions as "openQuestions", s.learning_targets as "learningTargets", s.summary,
          s.participant_count as "participantCount", s.theme_count as "themeCount",
          s.source_item_count as "sourceItemCount", s.analyzed_count as "analyzedCount",
          s.avg_quality_score as "avgQualityScore", s.touched
     from studies s where s.team_id = $1 and s.study_id = $2`,
);

export interface ThemeRow {
  themeId: string;
  label: string;
  description: string;
  sentiment: Sentiment;
  trajectory: Trajectory;
  trajectoryUntil: Date | null;
  parentThemeId: string | null;
  /** Number of distinct people who support the theme. */
  participantCount: number;
  /** The theme's strongest supporting quote; all null if it has none. */
  previewSourceItemId: string | null;
  previewQuote: string | null;
  previewParticipantName: string | null;
  previewTimeInCallSecs: number | null;
}

/**
 * The themes of a study, except that for quotes set aside, with their strongest quote, most supported first. `offset 0`: names are looked up one by
 * one, since a join might read every participant of the team.
 */
export const studyThemes = teamStatement<ThemeRow, [studyId: string]>(
  'studies.themes',
  `select t.theme_id as "themeId", t.label, t.description, t.sentiment, t.trajectory,
          t.trajectory_until as "trajectoryUntil", t.parent_theme_id as "parentThemeId", t.participant_count as "participantCount",
          e.source_item_id as "previewSourceItemId", e.quote as "previewQuote",
          p.display_name as "previewParticipantName",
          e.time_in_call_secs as "previewTimeInCallSecs"
     from themes t
     left join lateral (
       select e.* from evidence e
        where e.team_id = t.team_id and e.theme_id = t.theme_id and e.kind = 'evidence' and e.qualifies
        order by e.strength desc, e.captured_at desc nulls last, e.evidence_id limit 1) e on true
     left join lateral (select display_name from participants
       where team_id = e.team_id and participant_id = e.participant_id offset 0) p on true
    where t.team_id = $1 and t.study_id = $2 and ${isFinding('t')}
    order by t.participant_count desc, t.theme_id`,
);
