import { teamStatement } from '../statement.js';

/** Whether an id is what a menu's value ($2) stands for: itself, or the digest of a long one. */
const standsFor = (column: string): string =>
  `($2 = ${column} or $2 = '#' || left(encode(sha256(convert_to(${column}, 'UTF8')), 'hex'), 40))`;

export interface StudyOption {
  studyId: string;
  name: string;
}

/** Studies whose name holds $2, newest first, at most $3. */
export const studiesToChoose = teamStatement<StudyOption>(
  'slackOptions.studies',
  `select study_id as "studyId", name from studies
    where team_id = $1 and position(lower($2) in lower(name)) > 0
    order by status = 'draft', created_at desc, study_id limit $3`,
);

/** The study that a menu's value ($2) stands for. */
export const chosenStudy = teamStatement<StudyOption>(
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

/** Themes whose name holds $2, of one study ($3) or, null, of all, most spoken about first, at most $4. */
export const themesToChoose = teamStatement<ThemeOption>(
  'slackOptions.themes',
  `select ${THEME}
    where t.team_id = $1 and position(lower($2) in lower(t.label)) > 0
      and ($3::text is null or t.study_id = $3)
    order by t.participant_count desc, t.label, t.theme_id limit $4`,
);

/** The theme that a menu's value ($2) stands for. */
export const chosenTheme = teamStatement<ThemeOption>(
  'slackOptions.chosenTheme',
  `select ${THEME} where t.team_id = $1 and ${standsFor('t.theme_id')} limit 1`,
);
