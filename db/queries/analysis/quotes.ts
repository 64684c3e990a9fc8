import type { Cue } from '../../entities/analysis.js';
import type { SourceItemStatus, Turn } from '../../entities/source-item.js';
import { teamStatement } from '../../statement.js';

/** A quote as it is stored; `$2` of storeQuotes is a JSON array of them. */
export interface StoredQuote {
  quoteId: string;
  turn: number | null;
  startChar: number | null;
  endChar: number | null;
  quote: string;
  atSecs: number | null;
  strength: number;
  prompted: boolean;
  cues: Cue[];
  polarity: number;
  tags: string[];
}

const fields = `"quoteId" text, turn int, "startChar" int, "endChar" int, quote text, "atSecs" float8,
  strength float8, prompted boolean, cues text[], polarity float8, tags text[]`;

/** Stores what was read out of interview `$3`; what is there already keeps its theme. */
export const storeQuotes = teamStatement<never>(
  'analysis.storeQuotes',
  `insert into extracted_quotes as q (team_id, quote_id, source_item_id, study_id, participant_id, turn, start_char,
          end_char, quote, at_secs, strength, prompted, cues, polarity, tags)
   select $1, x."quoteId", i.source_item_id, i.study_id, i.participant_id, x.turn, x."startChar", x."endChar",
          x.quote, x."atSecs", x.strength, x.prompted, x.cues, x.polarity, x.tags
     from jsonb_to_recordset($2::jsonb) as x(${fields})
     join source_items i on i.team_id = $1 and i.source_item_id = $3
   on conflict (team_id, quote_id) do update set
     study_id = excluded.study_id, participant_id = excluded.participant_id, turn = excluded.turn,
     start_char = excluded.start_char, end_char = excluded.end_char, at_secs = excluded.at_secs,
     strength = excluded.strength, prompted = excluded.prompted, cues = excluded.cues,
     polarity = excluded.polarity, tags = excluded.tags
   where (q.study_id, q.participant_id, q.turn, q.start_char, q.end_char, q.at_secs, q.strength, q.prompted, q.cues,
          q.polarity, q.tags)
         is distinct from
         (excluded.study_id, excluded.participant_id, excluded.turn, excluded.start_char, excluded.end_char,
          excluded.at_secs, excluded.strength, excluded.prompted, excluded.cues, excluded.polarity, excluded.tags)`,
);

/** Takes out of every count and of search what interview `$2` no longer says, all but `$3`; gives its quotes. */
export const withdrawQuotes = teamStatement<{ quoteId: string }>(
  'analysis.withdrawQuotes',
  `with gone as (
     select quote_id from extracted_quotes
      where team_id = $1 and source_item_id = $2 and not quote_id = any ($3::text[])),
   evidence_gone as (
     update evidence e set qualifies = false, withdrawn = true
       from gone where e.team_id = $1 and e.evidence_id = gone.quote_id)
   select quote_id as "quoteId" from gone`,
);

/** Deletes the quotes `$2` and their evidence; gives the themes that they stood under. */
export const deleteQuotes = teamStatement<{ themeId: string }>(
  'analysis.deleteQuotes',
  `with gone as (
     delete from extracted_quotes where team_id = $1 and quote_id = any ($2::text[])),
   evidence_gone as (
     delete from evidence where team_id = $1 and evidence_id = any ($2::text[])
     returning theme_id)
   select distinct theme_id as "themeId" from evidence_gone`,
);

/** What a quote's evidence takes over when it is read anew; of interview `$2`. Gives those that changed. */
export const updateEvidenceOfItem = teamStatement<{ evidenceId: string }>(
  'analysis.updateEvidenceOfItem',
  `update evidence e
      set strength = q.strength, prompted = q.prompted, time_in_call_secs = q.at_secs
     from extracted_quotes q
    where q.team_id = $1 and q.source_item_id = $2 and e.team_id = $1 and e.evidence_id = q.quote_id
      and (e.strength, e.prompted, e.time_in_call_secs) is distinct from (q.strength, q.prompted, q.at_secs)
   returning e.evidence_id as "evidenceId"`,
);

/** How interview `$2` was read before. */
export const recordAnalysis = teamStatement<never>(
  'analysis.record',
  `insert into analyses as a (team_id, source_item_id, analyst, transcript_digest, analyzed_at, quotes, rejected,
          input_tokens, output_tokens)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict (team_id, source_item_id) do update set
     analyst = excluded.analyst, transcript_digest = excluded.transcript_digest,
     analyzed_at = excluded.analyzed_at, quotes = excluded.quotes, rejected = excluded.rejected,
     input_tokens = excluded.input_tokens, output_tokens = excluded.output_tokens`,
);

/** Interview `$2` with its transcript, locked until the transaction ends. */
export const itemToRead = teamStatement<{
  sourceItemId: string;
  studyId: string;
  status: SourceItemStatus;
  transcript: Turn[] | null;
  interviewers: string[];
}>(
  'analysis.itemToRead',
  `select source_item_id as "sourceItemId", study_id as "studyId", status, transcript, interviewers
     from source_items where team_id = $1 and source_item_id = $2`,
);
