import { GAP_OF_CARD } from '../../../db/queries/card-material.js';
import { teamStatement } from '../../../db/statement.js';

/** Pending cards for gap `$3` of signal `$2`. */
export const pendingGapCards = teamStatement<
  { actionCardId: string },
  [signalId: string, researchGapId: string]
>(
  'studyDrafts.pendingGapCards',
  `select c.action_card_id as "actionCardId" from action_cards c
    where c.team_id = $1 and c.signal_id = $2 and c.type = 'research_gap' and c.resolved_at is null
      and ${GAP_OF_CARD} = $3`,
);

export interface DraftThemeRow {
  label: string;
  /** Distinct people under the signal's link: for it, and against it. */
  supporting: number;
  opposing: number;
}

/** The themes of signal `$2` with the most people, at most `$3`. */
export const draftThemes = teamStatement<DraftThemeRow, [signalId: string, limit: number]>(
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

/**
 * Fills the fields of draft `$2` that are still empty: objective `$3` and learning targets `$4` in
 * JSON.
 */
export const fillDraft = teamStatement<
  { studyId: string },
  [studyId: string, objective: string, learningTargets: string]
>(
  'studyDrafts.fill',
  `update studies
      set objective = coalesce(objective, $3),
          learning_targets = case when learning_targets = '[]' then $4::jsonb else learning_targets end
    where team_id = $1 and study_id = $2 and status = 'draft'
      and (objective is null or learning_targets = '[]')
   returning study_id as "studyId"`,
);
