import type { Stance } from '../../../db/entities/analysis.js';
import { SET_ASIDE } from '../../../db/queries/set-aside.js';
import { teamStatement } from '../../../db/statement.js';
import { isRejected } from './rejected.js';

/** A quote that belongs to no belief: under a topic, under none yet, or set aside. */
export interface FreeQuote {
  quoteId: string;
  quote: string;
  participantId: string;
  participantName: string;
  studyId: string;
  studyName: string;
  capturedAt: Date | null;
  entryId: string | null;
  stance: Stance | null;
}

const underBelief = (theme: string): string =>
  `(coalesce(${theme}.belief_key, '${SET_ASIDE}') <> '${SET_ASIDE}' or exists (
      select from signal_themes st where st.team_id = $1 and st.theme_id = ${theme}.theme_id))`;

/**
 * Quotes without a belief, read or imported, from interviews at or above the quality bar `$2`, that no one rejected
 * for entry `$3`; `hits`: the positions of the patterns in `$4` that match the quote.
 */
const freeQuotes = `
  free as (
    select q.quote_id, q.quote, q.source_item_id, q.entry_id, q.stance
      from extracted_quotes q
      left join themes t on t.team_id = $1 and t.theme_id = q.theme_id
     where q.team_id = $1 and not q.dropped and (t.theme_id is null or not ${underBelief('t')})
    union all
    select e.evidence_id, e.quote, e.source_item_id, null, null
      from evidence e
      join themes t on t.team_id = $1 and t.theme_id = e.theme_id
     where e.team_id = $1 and e.qualifies and not ${underBelief('t')}
       and not exists (select from extracted_quotes q where q.team_id = $1 and q.quote_id = e.evidence_id)),
  said as (
    select free.*, i.study_id, i.participant_id, i.captured_at,
           array(select p.place::int from unnest($4::text[]) with ordinality as p (pattern, place)
                  where free.quote ilike p.pattern) as hits
      from free
      join source_items i on i.team_id = $1 and i.source_item_id = free.source_item_id and i.status = 'analyzed'
       and coalesce(i.quality_score >= $2::float8, true)
     where not ${isRejected('free', '$3')})`;

/** The free quotes with at least two of the words, those with the most first; at most `$5`. */
export const quotesWithWords = teamStatement<
  FreeQuote,
  [qualityBar: number, entryId: string, patterns: readonly string[], limit: number]
>(
  'likely.quotesWithWords',
  `with ${freeQuotes}
   select said.quote_id as "quoteId", said.quote, said.participant_id as "participantId",
          p.display_name as "participantName", said.study_id as "studyId", s.name as "studyName",
          said.captured_at as "capturedAt", said.entry_id as "entryId", said.stance
     from said
     join participants p on p.team_id = $1 and p.participant_id = said.participant_id
     join studies s on s.team_id = $1 and s.study_id = said.study_id
    where cardinality(said.hits) >= 2
    order by cardinality(said.hits) desc, said.quote_id limit $5`,
);

/** The number of free quotes that contain each word, by the word's position in `$4`; position 0: all free quotes. */
export const quotesPerWord = teamStatement<
  { place: number; quotes: number },
  [qualityBar: number, entryId: string, patterns: readonly string[]]
>(
  'likely.quotesPerWord',
  `with ${freeQuotes}
   select 0 as place, count(*)::int as quotes from said
   union all
   select place, count(*)::int from said, unnest(hits) as place group by place`,
);

/** The strongest quotes for signal `$2`, at most `$3`. */
export const quotesFor = teamStatement<
  { quote: string; participantId: string },
  [signalId: string, limit: number]
>(
  'likely.quotesFor',
  `select e.quote, e.participant_id as "participantId"
     from signal_themes st
     join evidence e on e.team_id = $1 and e.theme_id = st.theme_id and e.qualifies and e.kind = 'evidence'
    where st.team_id = $1 and st.signal_id = $2 and st.relationship = 'supports'
    order by e.strength desc, e.evidence_id limit $3`,
);

/** Quote `$2`, extracted or evidence, if it belongs to no belief. */
export const freeQuote = teamStatement<
  {
    quote: string;
    sourceItemId: string;
    studyId: string;
    themeId: string | null;
  },
  [quoteId: string]
>(
  'likely.freeQuote',
  `select coalesce(q.quote, e.quote) as quote, coalesce(q.source_item_id, e.source_item_id) as "sourceItemId",
          coalesce(q.study_id, e.study_id) as "studyId", t.theme_id as "themeId"
     from (select $2::text as id) one
     left join extracted_quotes q on q.team_id = $1 and q.quote_id = one.id and not q.dropped
     left join evidence e on e.team_id = $1 and e.evidence_id = one.id
     left join themes t on t.team_id = $1 and t.theme_id = coalesce(e.theme_id, q.theme_id)
    where (q.quote_id is not null or e.evidence_id is not null)
      and (t.theme_id is null or not ${underBelief('t')})`,
);
