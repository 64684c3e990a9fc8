import { isFinding } from '../../../db/queries/set-aside.js';
import { teamStatement } from '../../../db/statement.js';

/** SQL: true if an id matches a menu's value ($2), either directly or by the digest used for long ids. */
export const standsFor = (column: string): string =>
  `($2 = ${column} or $2 = '#' || left(encode(sha256(convert_to(${column}, 'UTF8')), 'hex'), 40))`;

interface StudyOption {
  studyId: string;
  name: string;
}

/** Studies whose name contains $2, newest first, at most $3. */
export const studiesToChoose = teamStatement<StudyOption, [search: string, limit: number]>(
  'slackOptions.studies',
  `select study_id as "studyId", name from studies
    where team_id = $1 and position(lower($2) in lower(name)) > 0
    order by status = 'draft', created_at desc, study_id limit $3`,
);

/** The study for a menu's value ($2). */
export const chosenStudy = teamStatement<StudyOption, [choice: string]>(
  'slackOptions.chosenStudy',
  `select study_id as "studyId", name from studies where team_id = $1 and ${standsFor('study_id')} limit 1`,
);

export interface ThemeOption {
  themeId: string;
  label: string;
  studyId: string;
  studyName: string;
}

const THEME = `t.theme_id as "themeId", t.label, t.study_id as "studyId", s.name as "studyName"
  from themes t join studies s on s.team_id = t.team_id and s.study_id = t.study_id`;

/** Themes of study $3 whose names contain $2, most participants first, at most $4. */
export const themesToChoose = teamStatement<
  ThemeOption,
  [search: string, studyId: string, limit: number]
>(
  'slackOptions.themes',
  `select ${THEME}
    where t.team_id = $1 and position(lower($2) in lower(t.label)) > 0
      and t.study_id = $3 and ${isFinding('t')}
    order by t.participant_count desc, t.label, t.theme_id limit $4`,
);

/** The theme for a menu's value ($2). */
export const chosenTheme = teamStatement<ThemeOption, [chosen: string]>(
  'slackOptions.chosenTheme',
  `select ${THEME} where t.team_id = $1 and ${standsFor('t.theme_id')} limit 1`,
);
