import type { Cue } from '../../entities/analysis.js';
import { teamStatement } from '../../statement.js';

export interface UnplacedQuote {
  quoteId: string;
  quote: string;
  participantId: string;
  strength: number;
  polarity: number;
  cues: Cue[];
  tags: string[];
  /** A person marked it. */
  marked: boolean;
  awaitsTheme: boolean;
}

/** Quotes of study `$2` that have no theme. */
export const unplacedQuotes = teamStatement<UnplacedQuote>(
  'analysis.unplacedQuotes',
  `select q.quote_id as "quoteId", q.quote, q.participant_id as "participantId", q.strength, q.polarity, q.cues,
          q.tags, q.turn is null as marked, q.awaits_theme as "awaitsTheme"
     from extracted_quotes q
     join source_items i on i.team_id = $1 and i.source_item_id = q.source_item_id and i.status = 'analyzed'
    where q.team_id = $1 and q.study_id = $2 and q.theme_id is null and not q.dropped
    order by q.quote_id`,
);

export interface ThemeRow {
  themeId: string;
  label: string;
  /** The quote that founded it; null where the service did not. */
  foundedBy: string | null;
  labelByPerson: boolean;
  /** A person merged another into it. */
  mergedInto: boolean;
  /** First tags of the quotes that people marked. */
  tags: string[];
  quotes: number;
}

export const themesOfStudy = teamStatement<ThemeRow>(
  'analysis.themesOfStudy',
  `select t.theme_id as "themeId", t.label, t.founded_by as "foundedBy", t.label_by_person as "labelByPerson",
          exists (select from merged_beliefs m
                   where m.team_id = $1 and m.kind = 'theme' and m.into_id = t.theme_id) as "mergedInto",
          array(select distinct q.tags[1] from extracted_quotes q
                 where q.team_id = $1 and q.theme_id = t.theme_id and q.tags[1] is not null order by 1) as tags,
          (select count(*)::int from evidence e where e.team_id = $1 and e.theme_id = t.theme_id) as quotes
     from themes t where t.team_id = $1 and t.study_id = $2 order by t.theme_id`,
);

/** Up to `$3` quotes of each theme `$2`, always the same ones. */
export const quotesOfThemes = teamStatement<{ themeId: string; evidenceId: string; quote: string }>(
  'analysis.quotesOfThemes',
  `select t.theme_id as "themeId", e.evidence_id as "evidenceId", e.quote
     from unnest($2::text[]) as t (theme_id)
    cross join lateral (select evidence_id, quote from evidence
                         where team_id = $1 and theme_id = t.theme_id
                         order by evidence_id limit $3) e
    where exists (select from teams where team_id = $1)
    order by 1, 2`,
);

/** Into what a person merged the beliefs `$3` of kind `$2`. */
export const mergedInto = teamStatement<{ beliefId: string; intoId: string }>(
  'analysis.mergedInto',
  `select belief_id as "beliefId", into_id as "intoId" from merged_beliefs
    where team_id = $1 and kind = $2 and belief_id = any ($3::text[])`,
);

/** New themes of study `$2`, in JSON. */
export const foundThemes = teamStatement<never>(
  'analysis.foundThemes',
  `insert into themes (team_id, theme_id, study_id, label, description, sentiment, founded_by, awaits_signal)
   select $1, x."themeId", $2, x.label, x.description, 'neutral', x."foundedBy", true
     from jsonb_to_recordset($3::jsonb)
       as x("themeId" text, label text, description text, "foundedBy" text)
   on conflict (team_id, theme_id) do nothing`,
);

/** Quotes `$2` come under the themes `$3`, one each. */
export const placeQuotes = teamStatement<never>(
  'analysis.placeQuotes',
  `update extracted_quotes q set theme_id = x.theme_id, awaits_theme = false
     from unnest($2::text[], $3::text[]) as x (quote_id, theme_id)
    where q.team_id = $1 and q.quote_id = x.quote_id`,
);

/** Nothing else speaks of the quotes `$2`, so far. */
export const leaveQuotes = teamStatement<never>(
  'analysis.leaveQuotes',
  `update extracted_quotes set awaits_theme = false
    where team_id = $1 and quote_id = any ($2::text[]) and awaits_theme`,
);

/** How the quotes that were read stand to their themes `$2`. */
export const polaritiesOfThemes = teamStatement<{
  themeId: string;
  quoteId: string;
  polarity: number;
}>(
  'analysis.polaritiesOfThemes',
  `select theme_id as "themeId", quote_id as "quoteId", polarity from extracted_quotes
    where team_id = $1 and theme_id = any ($2::text[]) and not dropped order by quote_id`,
);

/** Makes quotes evidence, or moves them, `[{quoteId, kind, note}]` in JSON; gives the interviews of what changed. */
export const writeEvidenceOfQuotes = teamStatement<{ sourceItemId: string }>(
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
     theme_id = excluded.theme_id, kind = excluded.kind, note = excluded.note
   where (e.theme_id, e.kind, e.note) is distinct from (excluded.theme_id, excluded.kind, excluded.note)
   returning e.source_item_id as "sourceItemId"`,
);

/** How themes are spoken of, `[{themeId, sentiment}]` in JSON; only those that the service founded. */
export const writeSentiments = teamStatement<never>(
  'analysis.writeSentiments',
  `update themes t set sentiment = x.sentiment, awaits_signal = true
     from jsonb_to_recordset($2::jsonb) as x("themeId" text, sentiment text)
    where t.team_id = $1 and t.theme_id = x."themeId" and t.founded_by is not null`,
);
