import type { Stance } from '../../../db/entities/analysis.js';
import { teamStatement } from '../../../db/statement.js';

/** True for a theme `t` with people but without a belief. */
export const waitsForBelief = `t.team_id = $1 and t.participant_count > 0 and t.belief_key is null
  and not exists (select from signal_themes st where st.team_id = $1 and st.theme_id = t.theme_id)`;

/** The strongest qualifying quote of a theme `t`, preferably with the last word of its name; or null. */
export const strongestQuoteOfTheme = `(
  select e.quote from evidence e
   where e.team_id = $1 and e.theme_id = t.theme_id and e.qualifies and e.kind = 'evidence'
   order by strpos(lower(e.quote), lower(regexp_replace(t.label, '^.* ', ''))) = 0, e.strength desc,
            e.captured_at desc nulls last, e.evidence_id limit 1)`;

export interface UnplacedQuote {
  quoteId: string;
  quote: string;
  participantId: string;
  sourceItemId: string;
  tags: string[];
  /** True if a person marked it. */
  marked: boolean;
  awaitsTheme: boolean;
}

/**
 * True for a quote `q` that is not the first of its passage, or whose passage has another quote in a theme: a passage
 * with several claims is in one topic at most.
 */
export const standsForAnother = `exists (
  select from extracted_quotes o
   where o.team_id = $1 and o.source_item_id = q.source_item_id and o.quote = q.quote and o.quote_id <> q.quote_id
     and not o.dropped
     and (o.theme_id is not null and q.tags = '{}'
          or (o.entry_id is not null, o.quote_id) < (q.entry_id is not null, q.quote_id)))`;

/** Quotes of study `$2` that have no theme, one per passage, ordered by interview. */
export const unplacedQuotes = teamStatement<UnplacedQuote, [studyId: string]>(
  'analysis.unplacedQuotes',
  `select q.quote_id as "quoteId", q.quote, q.participant_id as "participantId",
          q.source_item_id as "sourceItemId", q.tags, q.turn is null as marked, q.awaits_theme as "awaitsTheme"
     from extracted_quotes q
     join source_items i on i.team_id = $1 and i.source_item_id = q.source_item_id and i.status = 'analyzed'
    where q.team_id = $1 and q.study_id = $2 and q.theme_id is null and not q.dropped and not ${standsForAnother}
    order by q.source_item_id, q.quote_id`,
);

export interface ThemeRow {
  themeId: string;
  label: string;
  /** The quote that the theme was created for; null if the service did not create it. */
  foundedBy: string | null;
  labelByPerson: boolean;
  /** True if a person merged another theme into it. */
  mergedInto: boolean;
  /** First tags of the quotes that people marked. */
  tags: string[];
  quotes: number;
  /** True if it belongs to a belief: quotes join it by claim or by a person's tag, never by similarity. */
  bearsBelief: boolean;
}

export const themesOfStudy = teamStatement<ThemeRow, [studyId: string]>(
  'analysis.themesOfStudy',
  `select t.theme_id as "themeId", t.label, t.founded_by as "foundedBy", t.label_by_person as "labelByPerson",
          exists (select from merged_beliefs m
                   where m.team_id = $1 and m.kind = 'theme' and m.into_id = t.theme_id) as "mergedInto",
          array(select distinct q.tags[1] from extracted_quotes q
                 where q.team_id = $1 and q.theme_id = t.theme_id and q.tags[1] is not null order by 1) as tags,
          (select count(*)::int from evidence e where e.team_id = $1 and e.theme_id = t.theme_id) as quotes,
          t.belief_key is not null or exists (select from signal_themes st
                                               where st.team_id = $1 and st.theme_id = t.theme_id) as "bearsBelief"
     from themes t where t.team_id = $1 and t.study_id = $2 order by t.theme_id`,
);

/** Up to `$3` quotes of each theme in `$2`, always the same ones. */
export const quotesOfThemes = teamStatement<
  { themeId: string; evidenceId: string; quote: string },
  [ids: readonly string[], limit: number]
>(
  'analysis.quotesOfThemes',
  `select t.theme_id as "themeId", e.evidence_id as "evidenceId", e.quote
     from unnest($2::text[]) as t (theme_id)
    cross join lateral (select evidence_id, quote from evidence
                         where team_id = $1 and theme_id = t.theme_id
                         order by evidence_id limit $3) e
    where exists (select from teams where team_id = $1)
    order by 1, 2`,
);

/** The beliefs into which a person merged the beliefs `$3` of kind `$2`. */
export const mergedInto = teamStatement<
  { beliefId: string; intoId: string },
  [kind: string, beliefIds: readonly string[]]
>(
  'analysis.mergedInto',
  `select belief_id as "beliefId", into_id as "intoId" from merged_beliefs
    where team_id = $1 and kind = $2 and belief_id = any ($3::text[])`,
);

/** Inserts new themes of study `$2` (JSON). */
export const foundThemes = teamStatement<never, [studyId: string, founded: string]>(
  'analysis.foundThemes',
  `insert into themes (team_id, theme_id, study_id, label, description, sentiment, founded_by)
   select $1, x."themeId", $2, x.label, x.description, 'neutral', x."foundedBy"
     from jsonb_to_recordset($3::jsonb)
       as x("themeId" text, label text, description text, "foundedBy" text)
   on conflict (team_id, theme_id) do nothing`,
);

/** Assigns each quote of `$2` to its theme in `$3`. */
export const placeQuotes = teamStatement<
  never,
  [freshIds: readonly string[], themeIds: readonly string[]]
>(
  'analysis.placeQuotes',
  `update extracted_quotes q set theme_id = x.theme_id, awaits_theme = false
     from unnest($2::text[], $3::text[]) as x (quote_id, theme_id)
    where q.team_id = $1 and q.quote_id = x.quote_id`,
);

/** Records that the quotes `$2` share no topic with others so far. */
export const leaveQuotes = teamStatement<never, [quoteIds: readonly string[]]>(
  'analysis.leaveQuotes',
  `update extracted_quotes set awaits_theme = false
    where team_id = $1 and quote_id = any ($2::text[]) and awaits_theme`,
);

/** The polarities of quotes in the themes `$2`, with a stance only if the theme belongs to a belief. */
export const polaritiesOfThemes = teamStatement<
  {
    themeId: string;
    quoteId: string;
    polarity: number;
    stance: Stance | null;
    /** The entry of the theme's belief; null for a topic. */
    entryId: string | null;
  },
  [themeIds: readonly string[]]
>(
  'analysis.polaritiesOfThemes',
  `select q.theme_id as "themeId", q.quote_id as "quoteId", q.polarity, split_part(t.belief_key, '/', 1) as "entryId",
          case when split_part(t.belief_key, '/', 1) = q.entry_id then q.stance end as stance
     from extracted_quotes q
     join themes t on t.team_id = $1 and t.theme_id = q.theme_id
    where q.team_id = $1 and q.theme_id = any ($2::text[]) and not q.dropped order by q.quote_id`,
);

/** Turns quotes into evidence, or moves them: `[{quoteId, kind, note}]` in JSON; returns the changed interviews. */
export const writeEvidenceOfQuotes = teamStatement<
  { sourceItemId: string },
  [evidence: string, qualityScore: number]
>(
  'analysis.writeEvidence',
  `insert into evidence as e (team_id, evidence_id, kind, quote, note, theme_id, source_item_id, time_in_call_secs,
          captured_at, captured_at_inherited, strength, prompted, withdrawn, study_id, participant_id, qualifies)
   select $1, q.quote_id, x.kind, q.quote, x.note, q.theme_id, q.source_item_id, q.at_secs, i.captured_at, true,
          q.strength, q.prompted, false, i.study_id, i.participant_id,
          i.status = 'analyzed' and coalesce(i.quality_score >= $3::float8, true)
     from jsonb_to_recordset($2::jsonb) as x("quoteId" text, kind text, note text)
     join extracted_quotes q on q.team_id = $1 and q.quote_id = x."quoteId"
     join source_items i on i.team_id = $1 and i.source_item_id = q.source_item_id
   on conflict (team_id, evidence_id) do update set
     theme_id = excluded.theme_id, kind = excluded.kind, note = excluded.note, strength = excluded.strength
   where (e.theme_id, e.kind, e.note, e.strength)
         is distinct from (excluded.theme_id, excluded.kind, excluded.note, excluded.strength)
   returning e.source_item_id as "sourceItemId"`,
);

/** Stores the sentiment of themes that the service created: `[{themeId, sentiment}]` in JSON. */
export const writeSentiments = teamStatement<never, [sentiments: string]>(
  'analysis.writeSentiments',
  `update themes t set sentiment = x.sentiment
     from jsonb_to_recordset($2::jsonb) as x("themeId" text, sentiment text)
    where t.team_id = $1 and t.theme_id = x."themeId" and t.founded_by is not null`,
);
