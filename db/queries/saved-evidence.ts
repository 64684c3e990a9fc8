import { teamStatement } from '../statement.js';

/** The user who saved a source item ($2) from a conversation, and when. */
export const whoSaved = teamStatement<{ actorName: string; at: Date }, [subjectId: string]>(
  'evidence.whoSaved',
  `select actor_name as "actorName", at from history
    where team_id = $1 and subject_type = 'source_item' and subject_id = $2 and action = 'save_evidence'
    order by entry_id limit 1`,
);

/** A theme of a study ($2) by its name ($3), ignoring case. */
export const themeNamed = teamStatement<{ themeId: string }, [studyId: string, label: string]>(
  'evidence.themeNamed',
  `select theme_id as "themeId" from themes
    where team_id = $1 and study_id = $2 and lower(label) = lower($3) order by theme_id limit 1`,
);

/** Quotes that count under the theme of a piece of evidence ($2). */
export const countQuotesOfTheme = teamStatement<{ quotes: number }, [evidenceId: string]>(
  'evidence.countQuotesOfTheme',
  `select (t.evidence_count + t.counter_evidence_count) as quotes
     from evidence e join themes t on t.team_id = e.team_id and t.theme_id = e.theme_id
    where e.team_id = $1 and e.evidence_id = $2`,
);
