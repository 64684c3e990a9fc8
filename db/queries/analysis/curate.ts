import { teamStatement } from '../../statement.js';

/** What stood under theme `$2` stands under `$3`; gives the interviews. */
export const moveEvidence = teamStatement<{ sourceItemId: string }>(
  'curate.moveEvidence',
  `with quotes as (
     update extracted_quotes set theme_id = $3 where team_id = $1 and theme_id = $2)
   update evidence set theme_id = $3 where team_id = $1 and theme_id = $2
   returning source_item_id as "sourceItemId"`,
);

/** Signals of theme `$2` have `$3` instead, once; gives them. */
export const moveLinksOfTheme = teamStatement<{ signalId: string }>(
  'curate.moveLinksOfTheme',
  `with gone as (
     delete from signal_themes where team_id = $1 and theme_id = $2
     returning signal_id, position, relationship, narrative, added_at),
   kept as (
     insert into signal_themes (team_id, signal_id, theme_id, position, relationship, narrative, added_at)
     select $1, signal_id, $3, position, relationship, narrative, added_at from gone
     on conflict (team_id, signal_id, theme_id) do nothing)
   select signal_id as "signalId" from gone`,
);

/** Themes below `$2` are below `$3`, and cards that name it name `$3`. */
export const moveMentionsOfTheme = teamStatement<never>(
  'curate.moveMentionsOfTheme',
  `with children as (
     update themes set parent_theme_id = nullif($3, theme_id) where team_id = $1 and parent_theme_id = $2)
   update action_cards
      set theme_ids = array(select distinct coalesce(nullif(id, $2), $3) from unnest(theme_ids) as id order by 1)
    where team_id = $1 and $2 = any (theme_ids)`,
);

/** Themes of signal `$2` are those of `$3`, behind its own, each once; gives them. */
export const moveLinksOfSignal = teamStatement<{ themeId: string }>(
  'curate.moveLinksOfSignal',
  `with gone as (
     delete from signal_themes where team_id = $1 and signal_id = $2
     returning theme_id, position, relationship, narrative, added_at),
   place as (select coalesce(max(position) + 1, 0) as first from signal_themes where team_id = $1 and signal_id = $3),
   kept as (
     insert into signal_themes (team_id, signal_id, theme_id, position, relationship, narrative, added_at)
     select $1, $3, theme_id, place.first + position, relationship, narrative, added_at from gone, place
     on conflict (team_id, signal_id, theme_id) do nothing)
   select theme_id as "themeId" from gone`,
);

/** Belief `$3` of kind `$2` was merged into `$4` at `$5`, and with it all that was merged into it. */
export const recordMerge = teamStatement<never>(
  'curate.recordMerge',
  `with earlier as (
     update merged_beliefs set into_id = $4 where team_id = $1 and kind = $2 and into_id = $3)
   insert into merged_beliefs (team_id, kind, belief_id, into_id, merged_at) values ($1, $2, $3, $4, $5)
   on conflict (team_id, kind, belief_id) do update set into_id = excluded.into_id, merged_at = excluded.merged_at`,
);
