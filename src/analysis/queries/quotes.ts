import type { Stance, Urgency } from '../../../db/entities/analysis.js';
import type { SourceItemStatus, Turn } from '../../../db/entities/source-item.js';
import { teamStatement } from '../../../db/statement.js';

/** A stored quote; `$2` of storeQuotes is a JSON array of them. */
export interface StoredQuote {
  quoteId: string;
  turn: number | null;
  startChar: number | null;
  endChar: number | null;
  quote: string;
  atSecs: number | null;
  strength: number;
  prompted: boolean;
  polarity: number;
  tags: string[];
  /** Null if it has no claim in the codebook. */
  entryId: string | null;
  stance: Stance | null;
  certainty: number | null;
  namesAi: boolean;
  things: string[];
  claim?: string | null;
  urgency?: Urgency | null;
}

const fields = `"quoteId" text, turn int, "startChar" int, "endChar" int, quote text, "atSecs" float8,
  strength float8, prompted boolean, polarity float8, tags text[], "entryId" text, stance text, certainty float8, "namesAi" boolean, things text[], claim text, urgency text`;

/** A model's claims are coded after they are stored, so reading again must keep their coding. */
const keptIfClaimed = (column: string): string =>
  `case when excluded.claim is null then excluded.${column} else coalesce(excluded.${column}, q.${column}) end`;

/** Stores the quotes of interview `$3`; existing ones keep their theme. */
export const storeQuotes = teamStatement<never, [quotes: string, sourceItemId: string]>(
  'analysis.storeQuotes',
  `insert into extracted_quotes as q (team_id, quote_id, source_item_id, study_id, participant_id, turn, start_char,
          end_char, quote, at_secs, strength, prompted, polarity, tags, entry_id, stance, certainty, names_ai, things,
          claim, urgency)
   select $1, x."quoteId", i.source_item_id, i.study_id, i.participant_id, x.turn, x."startChar", x."endChar",
          x.quote, x."atSecs", x.strength, x.prompted, x.polarity, x.tags, x."entryId", x.stance, x.certainty,
          x."namesAi", x.things, x.claim, x.urgency
     from jsonb_to_recordset($2::jsonb) as x(${fields})
     join source_items i on i.team_id = $1 and i.source_item_id = $3
   on conflict (team_id, quote_id) do update set
     study_id = excluded.study_id, participant_id = excluded.participant_id, turn = excluded.turn,
     start_char = excluded.start_char, end_char = excluded.end_char, at_secs = excluded.at_secs,
     strength = excluded.strength, prompted = excluded.prompted, polarity = excluded.polarity, tags = excluded.tags, entry_id = ${keptIfClaimed('entry_id')},
     stance = ${keptIfClaimed('stance')}, certainty = ${keptIfClaimed('certainty')}, names_ai = excluded.names_ai,
     things = excluded.things, claim = excluded.claim, urgency = excluded.urgency
   where (q.study_id, q.participant_id, q.turn, q.start_char, q.end_char, q.at_secs, q.strength, q.prompted,
          q.polarity, q.tags, q.entry_id, q.stance, q.certainty, q.names_ai, q.things, q.claim, q.urgency)
         is distinct from
         (excluded.study_id, excluded.participant_id, excluded.turn, excluded.start_char, excluded.end_char,
          excluded.at_secs, excluded.strength, excluded.prompted, excluded.polarity, excluded.tags,
          ${keptIfClaimed('entry_id')}, ${keptIfClaimed('stance')}, ${keptIfClaimed('certainty')}, excluded.names_ai,
          excluded.things, excluded.claim, excluded.urgency)`,
);

/** Withdraws the quotes of interview `$2`, except `$3`, from all counts and search; returns them. */
export const withdrawQuotes = teamStatement<
  { quoteId: string },
  [sourceItemId: string, quoteIds: readonly string[]]
>(
  'analysis.withdrawQuotes',
  `with gone as (
     select quote_id from extracted_quotes
      where team_id = $1 and source_item_id = $2 and not quote_id = any ($3::text[])),
   evidence_gone as (
     update evidence e set qualifies = false, withdrawn = true
       from gone where e.team_id = $1 and e.evidence_id = gone.quote_id)
   select quote_id as "quoteId" from gone`,
);

/** Deletes the quotes `$2` and their evidence; returns their themes. */
export const deleteQuotes = teamStatement<{ themeId: string }, [quoteIds: readonly string[]]>(
  'analysis.deleteQuotes',
  `with gone as (
     delete from extracted_quotes where team_id = $1 and quote_id = any ($2::text[])),
   evidence_gone as (
     delete from evidence where team_id = $1 and evidence_id = any ($2::text[])
     returning theme_id)
   select distinct theme_id as "themeId" from evidence_gone`,
);

/** Updates the evidence of interview `$2` from its quotes after it was read again. Returns the changed evidence. */
export const updateEvidenceOfItem = teamStatement<{ evidenceId: string }, [sourceItemId: string]>(
  'analysis.updateEvidenceOfItem',
  `update evidence e
      set strength = q.strength, prompted = q.prompted, time_in_call_secs = q.at_secs
     from extracted_quotes q
    where q.team_id = $1 and q.source_item_id = $2 and e.team_id = $1 and e.evidence_id = q.quote_id
      and (e.strength, e.prompted, e.time_in_call_secs) is distinct from (q.strength, q.prompted, q.at_secs)
   returning e.evidence_id as "evidenceId"`,
);

/** Records how an interview was read. */
export const recordAnalysis = teamStatement<
  never,
  {
    sourceItemId: string;
    analyst: string;
    transcriptDigest: string;
    now: Date;
    quotes: number;
    rejected: number;
    inputTokens: number;
    outputTokens: number;
    usesAi: boolean;
  }
>(
  'analysis.record',
  ($) => `
   insert into analyses as a (team_id, source_item_id, analyst, transcript_digest, analyzed_at, quotes, rejected,
          input_tokens, output_tokens, uses_ai)
   values ($1, ${$.sourceItemId}, ${$.analyst}, ${$.transcriptDigest}, ${$.now}, ${$.quotes}, ${$.rejected}, ${$.inputTokens}, ${$.outputTokens}, ${$.usesAi})
   on conflict (team_id, source_item_id) do update set
     analyst = excluded.analyst, transcript_digest = excluded.transcript_digest,
     analyzed_at = excluded.analyzed_at, quotes = excluded.quotes, rejected = excluded.rejected,
     input_tokens = excluded.input_tokens, output_tokens = excluded.output_tokens,
     uses_ai = excluded.uses_ai`,
);

/** An interview with its transcript. */
export interface ReadItem {
  sourceItemId: string;
  studyId: string;
  status: SourceItemStatus;
  transcript: Turn[] | null;
  interviewers: string[];
}

export const itemToRead = teamStatement<ReadItem, [sourceItemId: string]>(
  'analysis.itemToRead',
  `select source_item_id as "sourceItemId", study_id as "studyId", status, transcript, interviewers
     from source_items where team_id = $1 and source_item_id = $2`,
);
