import { teamStatement } from '../../statement.js';

/** Of the themes `$2` those that the service founded and nothing stands under any more go; gives them. */
export const dropEmptyThemes = teamStatement<{ themeId: string }>(
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

/** Of the signals `$2` those that the service founded and nothing stands under or names any more go. */
export const dropEmptySignals = teamStatement<never>(
  'settle.dropEmptySignals',
  `delete from signals s
    where s.team_id = $1 and s.signal_id = any ($2::text[]) and s.founded_by is not null and not s.archived
      and not exists (select from signal_themes st where st.team_id = $1 and st.signal_id = s.signal_id)
      and not exists (select from recommendation_signals r where r.team_id = $1 and r.signal_id = s.signal_id)
      and not exists (select from research_gaps g where g.team_id = $1 and g.signal_id = s.signal_id)
      and not exists (select from action_cards c where c.team_id = $1 and c.signal_id = s.signal_id)`,
);

/** Signals that the themes `$2` are linked to. */
export const signalsOfThemes = teamStatement<{ signalId: string }>(
  'settle.signalsOfThemes',
  `select distinct signal_id as "signalId" from signal_themes
    where team_id = $1 and theme_id = any ($2::text[]) order by 1`,
);

/** Themes of the signals `$2` that the service founded, in the order of their links. */
export const themesOfSignals = teamStatement<{ signalId: string; themeId: string }>(
  'settle.themesOfSignals',
  `select st.signal_id as "signalId", st.theme_id as "themeId"
     from signal_themes st
     join signals s on s.team_id = $1 and s.signal_id = st.signal_id and s.founded_by is not null
    where st.team_id = $1 and st.signal_id = any ($2::text[])
    order by st.signal_id, st.position, st.theme_id`,
);

/**
 * New words for themes that the service founded, `[{themeId, label, description}]` in JSON. A name that a person
 * gave or marked quotes with stays.
 */
export const rewordThemes = teamStatement<never>(
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

/** New words for signals that the service founded, `[{signalId, label, description}]` in JSON. */
export const rewordSignals = teamStatement<never>(
  'settle.rewordSignals',
  `update signals s
      set description = x.description, label = case when s.label_by_person then s.label else x.label end
     from jsonb_to_recordset($2::jsonb) as x("signalId" text, label text, description text)
    where s.team_id = $1 and s.signal_id = x."signalId" and s.founded_by is not null`,
);

/** What the emptied links of the themes `$2` said of their studies is taken back; tellStudies says it anew. */
export const clearNarratives = teamStatement<never>(
  'settle.clearNarratives',
  `update signal_themes st set narrative = null
     from themes t
    where st.team_id = $1 and st.theme_id = any ($2::text[]) and st.narrative is not null
      and t.team_id = $1 and t.theme_id = st.theme_id and t.founded_by is not null`,
);
