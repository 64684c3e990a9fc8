import type { Stance, Verdict } from '../../../db/entities/analysis.js';
import { systemStatement, teamStatement } from '../../../db/statement.js';

/** The stored answers with the ids `$2`. */
export const keptAnswers = teamStatement<
  { answerId: string; answer: unknown },
  [answerIds: readonly string[]]
>(
  'model.keptAnswers',
  `select answer_id as "answerId", answer from model_answers
    where team_id = $1 and answer_id = any ($2::text[])`,
);

/**
 * Keeps answers of task `$3`, given at `$4`: `[{answerId, sourceItemIds, answer}]` in JSON. Answers about an
 * interview that was removed in the meantime are skipped.
 */
export const keepAnswers = teamStatement<never, [fresh: string, task: string, answeredAt: Date]>(
  'model.keepAnswers',
  `insert into model_answers (team_id, answer_id, task, source_item_ids, answer, answered_at)
   select $1, x."answerId", $3, x."sourceItemIds", x.answer, $4
     from jsonb_to_recordset($2::jsonb) as x("answerId" text, "sourceItemIds" text[], answer jsonb)
    where not exists (
      select from unnest(x."sourceItemIds") as item (id)
       where not exists (select from source_items i where i.team_id = $1 and i.source_item_id = item.id))
   on conflict (team_id, answer_id) do nothing`,
);

/** Deletes the answers of task `$3` about interview `$2` except `$4`: those about words that were corrected. */
export const forgetOtherAnswers = teamStatement<
  never,
  [sourceItemId: string, task: string, answerIds: readonly string[]]
>(
  'model.forgetOtherAnswers',
  `delete from model_answers
    where team_id = $1 and source_item_ids = array[$2::text] and task = $3 and not answer_id = any ($4::text[])`,
);

/** Adds a call's tokens to day `$2`. */
export const addTokensOfDay = teamStatement<
  never,
  [day: string, inputTokens: number, outputTokens: number]
>(
  'model.addTokensOfDay',
  `insert into model_days as d (team_id, day, input_tokens, output_tokens, calls) values ($1, $2, $3, $4, 1)
   on conflict (team_id, day) do update set
     input_tokens = d.input_tokens + excluded.input_tokens,
     output_tokens = d.output_tokens + excluded.output_tokens, calls = d.calls + 1`,
);

/**
 * The tokens used on day `$2`, the number of interviews that wait to be read, and when the job of kind `$3` reads
 * them.
 */
export const tokensOfDay = teamStatement<
  { tokens: number; waiting: number; readsAt: Date | null },
  [day: string, readLater: string]
>(
  'model.tokensOfDay',
  `select coalesce((select input_tokens + output_tokens from model_days where team_id = $1 and day = $2), 0)::float8 as tokens,
          (select count(*)::int from source_items
            where team_id = $1 and status = 'processing' and transcript is not null) as waiting,
          (select min(run_at) from jobs where team_id = $1 and kind = $3 and failed_at is null) as "readsAt"`,
);

/** Teams that used `$2` tokens or more on day `$1`. */
export const teamsWithoutTokens = systemStatement<
  { teamId: string; tokens: number },
  [day: string, limit: number]
>(
  'model.teamsWithoutTokens',
  `select team_id as "teamId", (input_tokens + output_tokens)::float8 as tokens from model_days
    where day = $1 and input_tokens + output_tokens >= $2 order by 1`,
);

/** Interviews that wait to be read. */
export const itemsWaiting = teamStatement<{ sourceItemId: string; studyId: string }>(
  'model.itemsWaiting',
  `select source_item_id as "sourceItemId", study_id as "studyId" from source_items
    where team_id = $1 and status = 'processing' and transcript is not null order by captured_at, source_item_id`,
);

/** The name and aims of the study of interview `$2`. */
export const aimOfInterview = teamStatement<
  {
    name: string;
    objective: string | null;
    learningTargets: { question: string }[];
  },
  [sourceItemId: string]
>(
  'model.aimOfInterview',
  `select s.name, s.objective, s.learning_targets as "learningTargets"
     from source_items i join studies s on s.team_id = $1 and s.study_id = i.study_id
    where i.team_id = $1 and i.source_item_id = $2`,
);

/** The names and objectives of the studies `$2`. */
export const aimsOfStudies = teamStatement<
  { studyId: string; name: string; objective: string | null },
  [studyIds: readonly string[]]
>(
  'model.aimsOfStudies',
  `select study_id as "studyId", name, objective from studies
    where team_id = $1 and study_id = any ($2::text[])`,
);

/** A quote with a claim, or one that a person marked or the built-in analyst coded. */
export interface SaidRow {
  quoteId: string;
  quote: string;
  /** The claim; the quote itself if no model wrote one. */
  claim: string;
  sourceItemId: string;
  participantId: string;
  studyId: string;
  entryId: string | null;
  stance: Stance | null;
  verdict: Verdict | null;
  weighed: boolean;
  prompted: boolean;
  /** True if a model wrote the claim. */
  byModel: boolean;
}

/** All claims of the team's interviews at or above the quality bar `$2`. */
export const saidByTeam = teamStatement<SaidRow, [qualityScore: number]>(
  'model.saidByTeam',
  `select q.quote_id as "quoteId", q.quote, coalesce(q.claim, q.quote) as claim, q.source_item_id as "sourceItemId",
          q.participant_id as "participantId", q.study_id as "studyId", q.entry_id as "entryId", q.stance, q.verdict,
          q.weighed, q.prompted, q.claim is not null as "byModel"
     from extracted_quotes q
     join source_items i on i.team_id = $1 and i.source_item_id = q.source_item_id and i.status = 'analyzed'
      and coalesce(i.quality_score >= $2::float8, true)
    where q.team_id = $1 and not q.dropped and (q.claim is not null or q.entry_id is not null or q.turn is null)
    order by q.quote_id`,
);

/** Stores how claims were coded and checked: `[{quoteId, entryId, stance, verdict, weighed}]` in JSON. */
export const writeCodings = teamStatement<never, [changed: string]>(
  'model.writeCodings',
  `update extracted_quotes q
      set entry_id = x."entryId", stance = x.stance, verdict = x.verdict, weighed = x.weighed,
          certainty = case when x."entryId" is null then null else coalesce(q.certainty, 1) end
     from jsonb_to_recordset($2::jsonb)
       as x("quoteId" text, "entryId" text, stance text, verdict text, weighed boolean)
    where q.team_id = $1 and q.quote_id = x."quoteId"`,
);

/**
 * Inserts copies of quotes that were checked and count for or against another belief: `[{quoteId, copyOf, entryId,
 * stance}]` in JSON.
 */
export const copyQuotes = teamStatement<never, [copies: string]>(
  'model.copyQuotes',
  `insert into extracted_quotes (team_id, quote_id, source_item_id, study_id, participant_id, turn, start_char, end_char,
          quote, at_secs, strength, prompted, polarity, entry_id, stance, certainty, verdict, weighed, urgency)
   select $1, x."quoteId", q.source_item_id, q.study_id, q.participant_id, q.turn, q.start_char, q.end_char,
          q.quote, q.at_secs, q.strength, q.prompted, q.polarity, x."entryId", x.stance, 1, x.stance, true,
          q.urgency
     from jsonb_to_recordset($2::jsonb) as x("quoteId" text, "copyOf" text, "entryId" text, stance text)
     join extracted_quotes q on q.team_id = $1 and q.quote_id = x."copyOf"
   on conflict (team_id, quote_id) do nothing`,
);

/** Up to `$2` quotes of analyzed interviews that no model has judged for urgency. */
export const quotesUnjudged = teamStatement<
  { quoteId: string; quote: string; sourceItemId: string },
  [limit: number]
>(
  'model.quotesUnjudged',
  `select q.quote_id as "quoteId", q.quote, q.source_item_id as "sourceItemId"
     from extracted_quotes q
     join source_items i on i.team_id = $1 and i.source_item_id = q.source_item_id and i.status = 'analyzed'
    where q.team_id = $1 and q.urgency is null and not q.dropped
    order by q.quote_id limit $2`,
);

/** Stores a model's judgment of quotes that had none: `[{quoteId, urgency}]` in JSON. */
export const writeUrgencies = teamStatement<never, [judged: string]>(
  'model.writeUrgencies',
  `update extracted_quotes q set urgency = x.urgency
     from jsonb_to_recordset($2::jsonb) as x("quoteId" text, urgency text)
    where q.team_id = $1 and q.quote_id = x."quoteId" and q.urgency is null`,
);

/** The turn of each of the quotes `$2`, the quote's span in it, and up to `$3` turns before and `$4` after. */
export const turnsOfQuotes = teamStatement<
  {
    quoteId: string;
    interviewers: string[];
    start: number;
    end: number;
    turns: { speaker: string; text: string }[];
    later: { speaker: string; text: string }[];
  },
  [quoteIds: readonly string[], turnsBefore: number, turnsAfter: number]
>(
  'model.turnsOfQuotes',
  `select q.quote_id as "quoteId", i.interviewers, q.start_char as "start", q.end_char as "end",
          jsonb_path_query_array(i.transcript, '$[$from to $to]',
            jsonb_build_object('from', greatest(q.turn - $3::int, 0), 'to', q.turn)) as turns,
          jsonb_path_query_array(i.transcript, '$[$from to $to]',
            jsonb_build_object('from', q.turn + 1, 'to', q.turn + $4::int)) as later
     from extracted_quotes q
     join source_items i on i.team_id = $1 and i.source_item_id = q.source_item_id
    where q.team_id = $1 and q.quote_id = any ($2::text[]) and q.turn is not null
      and q.turn < jsonb_array_length(i.transcript)`,
);
