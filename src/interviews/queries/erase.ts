import { teamStatement } from '../../../db/statement.js';

/** Empties cards about an erased participant: `$2` the cards, `$3` the summary, `$4` now. */
export const emptyCards = teamStatement<
  never,
  [actionCardIds: readonly string[], summary: string, now: Date]
>(
  'erase.cards',
  `update action_cards
      set summary = $3, quote = null, participant_id = null, source_item_id = null, snoozed_until = null,
          resolved_at = coalesce(resolved_at, $4), resolution = coalesce(resolution, 'dismissed')
    where team_id = $1 and action_card_id = any ($2)`,
);

/**
 * Removes the interviews `$2` and speakers of the names `$3` from their files' records, and keeps the names' hashes
 * `$4` so that they are never ingested again. If a file was one of these interviews, its record loses its name too.
 */
export const forgetInFiles = teamStatement<
  never,
  [sourceItemIds: readonly string[], speakers: readonly string[], hashes: readonly string[]]
>(
  'erase.files',
  `update source_files f
      set file_name = case when f.source_item_ids && $2 then null else f.file_name end,
          failure = case when f.source_item_ids && $2 then null else f.failure end,
          source_item_ids = array(select id from unnest(f.source_item_ids) as id where id <> all ($2)),
          erased_source_item_ids = f.erased_source_item_ids
            || array(select id from unnest(f.source_item_ids) as id where id = any ($2)),
          erased_speakers = array(select unnest(f.erased_speakers) union select unnest($4::text[])),
          speakers = coalesce((select jsonb_agg(speaker) from jsonb_array_elements(f.speakers) as speaker
                                where lower(speaker ->> 'name') <> all ($3)), '[]')
    where f.team_id = $1
      and (f.source_item_ids && $2
        or exists (select from jsonb_array_elements(f.speakers) as speaker where lower(speaker ->> 'name') = any ($3)))`,
);

/**
 * Interviews of others in which a speaker has one of the names `$2`, that mention one of `$3` (patterns), or that
 * contain one of the turns `$4` verbatim: the same talk, stored for another participant.
 */
export const interviewsNaming = teamStatement<
  { sourceItemId: string },
  [speakers: readonly string[], patterns: readonly string[], turns: readonly string[]]
>(
  'erase.interviewsNaming',
  `select i.source_item_id as "sourceItemId" from source_items i
    where i.team_id = $1 and i.transcript is not null
      and (exists (select from jsonb_array_elements(i.transcript) as turn
                    where lower(turn ->> 'speaker') = any ($2) or turn ->> 'text' = any ($4))
        or i.transcript::text ilike any ($3))
    order by 1`,
);

/** Quotes of interview `$2` from the turns `$3`. */
export const quotesFromTurns = teamStatement<
  { quoteId: string },
  [sourceItemId: string, turns: readonly number[]]
>(
  'erase.quotesFromTurns',
  `select quote_id as "quoteId" from extracted_quotes
    where team_id = $1 and source_item_id = $2 and turn = any ($3)`,
);

export const rewriteTranscript = teamStatement<
  never,
  [sourceItemId: string, transcript: string, interviewers: readonly string[]]
>(
  'erase.rewriteTranscript',
  `update source_items set transcript = $3::jsonb, interviewers = $4 where team_id = $1 and source_item_id = $2`,
);

/** Quotes of any participant that mention one of the patterns `$2`. */
export const quotesNaming = teamStatement<
  { quoteId: string; quote: string; sourceItemId: string },
  [patterns: readonly string[]]
>(
  'erase.quotesNaming',
  `select evidence_id as "quoteId", quote, source_item_id as "sourceItemId" from evidence
    where team_id = $1 and quote ilike any ($2)
   union
   select quote_id, quote, source_item_id from extracted_quotes where team_id = $1 and quote ilike any ($2)`,
);

/** `$2`: id, `$3`: the quote, with the same length as before. */
export const rewriteEvidence = teamStatement<never, [evidenceId: string, quote: string]>(
  'erase.rewriteEvidence',
  'update evidence set quote = $3 where team_id = $1 and evidence_id = $2',
);
export const rewriteQuote = teamStatement<never, [quoteId: string, quote: string]>(
  'erase.rewriteQuote',
  'update extracted_quotes set quote = $3 where team_id = $1 and quote_id = $2',
);

/** Cards whose messages may show quotes of the signals `$2`, themes `$3` or studies `$4`. */
export const cardsShowing = teamStatement<
  { actionCardId: string },
  [signalIds: readonly string[], themeIds: readonly string[], studyIds: readonly string[]]
>(
  'erase.cardsShowing',
  `select action_card_id as "actionCardId" from action_cards c
    where c.team_id = $1
      and (c.signal_id = any ($2) or c.theme_ids && $3 or c.study_ids && $4
        or exists (select from recommendation_signals r
                    where r.team_id = $1 and r.recommendation_id = c.recommendation_id and r.signal_id = any ($2)))
    order by 1`,
);

/** The passages in `$2` (lower case) that occur in another quote. */
export const saidByOthers = teamStatement<{ passage: string }, [passages: readonly string[]]>(
  'erase.saidByOthers',
  `select passage from unnest($2::text[]) as passage
    where exists (select from evidence e where e.team_id = $1 and position(passage in lower(e.quote)) > 0)`,
);
