import { teamStatement } from '../../../db/statement.js';

/** Moves the evidence of theme `$2` to `$3`; returns the interviews. */
export const moveEvidence = teamStatement<
  { sourceItemId: string },
  [themeId: string, intoId: string]
>(
  'curate.moveEvidence',
  `with quotes as (
     update extracted_quotes set theme_id = $3, placed_by_person = true where team_id = $1 and theme_id = $2)
   update evidence set theme_id = $3 where team_id = $1 and theme_id = $2
   returning source_item_id as "sourceItemId"`,
);

/** Replaces theme `$2` with `$3` in its signals, without duplicates; returns the signals. */
export const moveLinksOfTheme = teamStatement<
  { signalId: string },
  [themeId: string, intoId: string]
>(
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

/** Moves the child themes of `$2` to `$3`, and its mentions on cards. */
export const moveMentionsOfTheme = teamStatement<never, [themeId: string, intoId: string]>(
  'curate.moveMentionsOfTheme',
  `with children as (
     update themes set parent_theme_id = nullif($3, theme_id) where team_id = $1 and parent_theme_id = $2)
   update action_cards
      set theme_ids = array(select distinct coalesce(nullif(id, $2), $3) from unnest(theme_ids) as id order by 1)
    where team_id = $1 and $2 = any (theme_ids)`,
);

/** Appends the themes of signal `$2` to those of `$3`, without duplicates; returns the themes. */
export const moveLinksOfSignal = teamStatement<
  { themeId: string },
  [signalId: string, intoId: string]
>(
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

/** Records that belief `$3` of kind `$2` was merged into `$4` at `$5`, along with those merged into it before. */
export const recordMerge = teamStatement<
  never,
  [kind: string, mergedId: string, intoId: string, now: Date]
>(
  'curate.recordMerge',
  `with earlier as (
     update merged_beliefs set into_id = $4 where team_id = $1 and kind = $2 and into_id = $3)
   insert into merged_beliefs (team_id, kind, belief_id, into_id, merged_at) values ($1, $2, $3, $4, $5)
   on conflict (team_id, kind, belief_id) do update set into_id = excluded.into_id, merged_at = excluded.merged_at`,
);

/** Moves each quote of `$2` to its theme in `$3`, both as a quote and as evidence, on a person's decision. */
export const moveQuotes = teamStatement<
  never,
  [quoteIds: readonly string[], themeIds: readonly string[]]
>(
  'curate.moveQuotes',
  `with moved as (
     select * from unnest($2::text[], $3::text[]) as x (quote_id, theme_id)),
   quotes as (
     update extracted_quotes q set theme_id = moved.theme_id, awaits_theme = false, placed_by_person = true
       from moved where q.team_id = $1 and q.quote_id = moved.quote_id)
   update evidence e set theme_id = moved.theme_id
     from moved where e.team_id = $1 and e.evidence_id = moved.quote_id`,
);

/** The interviews that each of the names `$2` may mean: an id, or the name of the file that they were read from. */
export const interviewsNamed = teamStatement<
  { name: string; sourceItemId: string },
  [names: readonly string[]]
>(
  'curate.interviewsNamed',
  `select source_item_id as name, source_item_id as "sourceItemId" from source_items
    where team_id = $1 and source_item_id = any ($2::text[])
   union
   select f.file_name, one.id from source_files f
    cross join unnest(f.source_item_ids) as one (id)
     join source_items i on i.team_id = $1 and i.source_item_id = one.id
    where f.team_id = $1 and f.file_name = any ($2::text[])
    order by 1, 2`,
);

/** The open signal whose sentence is `$2`, whatever its case and final period. */
export const signalWithLabel = teamStatement<{ refNumber: number }, [sentence: string]>(
  'curate.signalWithLabel',
  `select ref_number as "refNumber" from signals
    where team_id = $1 and not archived and lower(rtrim(label, '. ')) = lower(rtrim($2, '. '))
    order by ref_number limit 1`,
);

/** The positions of all quotes of signal `$2`. */
export const placesOfQuotes = teamStatement<
  {
    sourceItemId: string;
    turn: number | null;
    startChar: number | null;
    endChar: number | null;
  },
  [signalId: string]
>(
  'curate.placesOfQuotes',
  `select q.source_item_id as "sourceItemId", q.turn, q.start_char as "startChar", q.end_char as "endChar"
     from signal_themes st
     join extracted_quotes q on q.team_id = $1 and q.theme_id = st.theme_id and not q.dropped
    where st.team_id = $1 and st.signal_id = $2`,
);

/** Records that a person put the quotes of theme `$2` there. */
export const placeByPerson = teamStatement<never, [themeId: string]>(
  'curate.placeByPerson',
  'update extracted_quotes set placed_by_person = true where team_id = $1 and theme_id = $2',
);

/**
 * Renames a belief with key `$2` that a person made from `$3` to `$4`, at `$5`: its themes, except those that a person
 * named otherwise, and the statement of its entry. Returns the themes.
 */
export const renameOwnBelief = teamStatement<
  { themeId: string },
  [key: string, from: string, to: string, now: Date]
>(
  'curate.renameOwnBelief',
  `with entry as (
     update codebook_entries set definition = definition || jsonb_build_object('statement', $4::text), updated_at = $5
      where team_id = $1 and entry_id = split_part($2, '/', 1) and definition is not null)
   update themes set label = $4 where team_id = $1 and belief_key = $2 and label = $3
   returning theme_id as "themeId"`,
);
