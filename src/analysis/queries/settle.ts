import { teamStatement } from '../../../db/statement.js';
import { OWN } from '../ids.js';

/** Deletes the empty themes among `$2` that the service created; returns them. */
export const dropEmptyThemes = teamStatement<{ themeId: string }, [themeIds: readonly string[]]>(
  'settle.dropEmptyThemes',
  `with empty as (
     select theme_id from themes t
      where t.team_id = $1 and t.theme_id = any ($2::text[]) and t.founded_by is not null
        and not exists (select from evidence e where e.team_id = $1 and e.theme_id = t.theme_id)
        and not exists (select from extracted_quotes q where q.team_id = $1 and q.theme_id = t.theme_id)
        and not exists (select from themes c where c.team_id = $1 and c.parent_theme_id = t.theme_id)),
   links as (
     delete from signal_themes st using empty where st.team_id = $1 and st.theme_id = empty.theme_id),
   cards as (
     update action_cards c
        set theme_ids = array(select id from unnest(c.theme_ids) as id
                               where not exists (select from empty where empty.theme_id = id))
      where c.team_id = $1 and exists (select from empty where empty.theme_id = any (c.theme_ids)))
   delete from themes t using empty where t.team_id = $1 and t.theme_id = empty.theme_id
   returning t.theme_id as "themeId"`,
);

/** Deletes the signals among `$2` that the service created and that have no theme and no mention. */
export const dropEmptySignals = teamStatement<never, [signalIds: readonly string[]]>(
  'settle.dropEmptySignals',
  `delete from signals s
    where s.team_id = $1 and s.signal_id = any ($2::text[]) and s.founded_by is not null and not s.archived and s.kept_at is null
      and not exists (select from signal_themes st where st.team_id = $1 and st.signal_id = s.signal_id)
      and not exists (select from recommendation_signals r where r.team_id = $1 and r.signal_id = s.signal_id)
      and not exists (select from research_gaps g where g.team_id = $1 and g.signal_id = s.signal_id)
      and not exists (select from action_cards c where c.team_id = $1 and c.signal_id = s.signal_id)`,
);

/** Signals that the themes `$2` are linked to. */
export const signalsOfThemes = teamStatement<{ signalId: string }, [themeIds: readonly string[]]>(
  'settle.signalsOfThemes',
  `select distinct signal_id as "signalId" from signal_themes
    where team_id = $1 and theme_id = any ($2::text[]) order by 1`,
);

/** The topics among `$2` that the service created, also those that a person made beliefs, with up to eight of their quotes and speakers. */
export const topicsToName = teamStatement<
  {
    themeId: string;
    quotes: string[];
    speakers: string[];
  },
  [themeIds: readonly string[]]
>(
  'settle.topicsToName',
  `select t.theme_id as "themeId",
          (array_agg(e.quote order by e.strength desc, e.evidence_id))[1:8] as quotes,
          (array_agg(e.participant_id order by e.strength desc, e.evidence_id))[1:8] as speakers
     from themes t
     join evidence e on e.team_id = $1 and e.theme_id = t.theme_id and e.qualifies
    where t.team_id = $1 and t.theme_id = any ($2::text[]) and t.founded_by is not null
      and (t.belief_key is null or t.label_by_person and starts_with(t.belief_key, '${OWN}'))
    group by t.theme_id order by t.theme_id`,
);

/**
 * Renames themes that the service created: `[{themeId, label, description}]` in JSON. Names given by a person,
 * directly or by marking quotes, stay.
 */
export const rewordThemes = teamStatement<never, [reworded: string]>(
  'settle.rewordThemes',
  `update themes t
      set description = x.description,
          label = case when t.label_by_person
                         or exists (select from extracted_quotes q
                                     where q.team_id = $1 and q.theme_id = t.theme_id and q.tags[1] is not null)
                       then t.label else x.label end
     from jsonb_to_recordset($2::jsonb) as x("themeId" text, label text, description text)
    where t.team_id = $1 and t.theme_id = x."themeId" and t.founded_by is not null`,
);

/** Clears the study narratives of the themes `$2` that the service created; tellStudies writes new ones. */
export const clearNarratives = teamStatement<never, [themeIds: readonly string[]]>(
  'settle.clearNarratives',
  `update signal_themes st set narrative = null, told_of = null
     from themes t
    where st.team_id = $1 and st.theme_id = any ($2::text[]) and st.narrative is not null
      and t.team_id = $1 and t.theme_id = st.theme_id and t.founded_by is not null`,
);
