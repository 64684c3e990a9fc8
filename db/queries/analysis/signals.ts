import type { Relationship } from '../../entities/signal.js';
import { teamStatement } from '../../statement.js';

/** Digest of the quotes of theme `theme`: shows whether a narrative was written from exactly these quotes. */
export const quotesDigest = (theme: string): string =>
  `(select md5(string_agg(concat_ws(' ', evidence_id, kind, quote), ' ' order by evidence_id))
      from evidence where team_id = $1 and theme_id = ${theme} and qualifies)`;

/**
 * Sets the narratives of links, `[{signalId, themeId, narrative}]` in JSON, except those already written from the
 * same quotes.
 */
export const writeNarratives = teamStatement<never, [narratives: string]>(
  'analysis.writeNarratives',
  `update signal_themes st set narrative = x.narrative, told_of = null
     from jsonb_to_recordset($2::jsonb) as x("signalId" text, "themeId" text, narrative text)
    where st.team_id = $1 and st.signal_id = x."signalId" and st.theme_id = x."themeId"
      and st.narrative is distinct from x.narrative
      and (st.told_of is null or st.told_of is distinct from ${quotesDigest('st.theme_id')})`,
);

/** Links of the themes `$2` that the service created, with the columns a narrative needs. */
export const linksOfThemes = teamStatement<
  {
    signalId: string;
    themeId: string;
    relationship: Relationship;
    people: number;
    quote: string;
  },
  [themeIds: readonly string[]]
>(
  'analysis.linksOfThemes',
  `select st.signal_id as "signalId", st.theme_id as "themeId", st.relationship, e.people, e.quote
     from signal_themes st
     join themes t on t.team_id = $1 and t.theme_id = st.theme_id and t.founded_by is not null
    cross join lateral (select count(distinct participant_id)::int as people,
                               (array_agg(quote order by strength desc, evidence_id))[1] as quote
                          from evidence
                         where team_id = $1 and theme_id = st.theme_id and qualifies and kind = 'evidence') e
    where st.team_id = $1 and st.theme_id = any ($2::text[]) and e.people > 0
    order by 1, 2`,
);

/** The interviews that have quotes in the themes `$2`. */
export const interviewsOfThemes = teamStatement<
  { sourceItemId: string },
  [themeIds: readonly string[]]
>(
  'analysis.interviewsOfThemes',
  `select distinct source_item_id as "sourceItemId" from evidence
    where team_id = $1 and theme_id = any ($2::text[]) order by 1`,
);
