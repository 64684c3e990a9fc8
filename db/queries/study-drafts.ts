import { teamStatement } from '../statement.js';

/** Cards that stand for the gaps of signal `$2` and are still in the queue. */
export const pendingGapCards = teamStatement<{ actionCardId: string }>(
  'studyDrafts.pendingGapCards',
  `select action_card_id as "actionCardId" from action_cards
    where team_id = $1 and signal_id = $2 and type = 'research_gap' and resolved_at is null`,
);

export interface DraftThemeRow {
  label: string;
  /** Distinct people under the signal's link: for it, and against it. */
  supporting: number;
  opposing: number;
}

/** The themes of signal `$2` that most people spoke about, at most `$3`. */
export const draftThemes = teamStatement<DraftThemeRow>(
  'studyDrafts.themes',
  `select t.label,
          case when link.relationship = 'contradicts' then t.counter_participant_count
               else t.participant_count end as supporting,
          case when link.relationship = 'contradicts' then t.participant_count
               else t.counter_participant_count end as opposing
     from signal_themes link
     join themes t on t.team_id = $1 and t.theme_id = link.theme_id
    where link.team_id = $1 and link.signal_id = $2
    order by t.participant_count + t.counter_participant_count desc, link.position, t.theme_id
    limit $3`,
);

/** Fills what nobody has filled yet of the draft `$2`: objective `$3` and learning targets `$4` in JSON. */
export const fillDraft = teamStatement<{ studyId: string }>(
  'studyDrafts.fill',
  `update studies
      set objective = coalesce(objective, $3),
          learning_targets = case when learning_targets = '[]' then $4::jsonb else learning_targets end
    where team_id = $1 and study_id = $2 and status = 'draft'
      and (objective is null or learning_targets = '[]')
   returning study_id as "studyId"`,
);
