import { teamStatement } from '../statement.js';

export interface IndexedRow {
  evidenceId: string;
  sourceItemId: string;
  studyId: string;
  themeId: string;
  kind: string;
  quote: string;
  context: string;
  timeInCallSecs: number | null;
  fingerprint: string;
}

/**
 * The rows to index for the source items `$2`. A fingerprint covers all inputs of an index row and starts with the
 * version of the indexing code. The transcript is long, so the transaction that last wrote its row represents it.
 */
const wanted = `
  with quoted as materialized (
    select * from evidence where team_id = $1 and qualifies and source_item_id = any ($2)
  ), theme_signals as (
    select link.theme_id, string_agg(signal.label, ' ' order by signal.signal_id) as words
    from signal_themes link
    join signals signal on signal.team_id = $1 and signal.signal_id = link.signal_id
    where link.team_id = $1 and link.theme_id in (select theme_id from quoted)
    group by link.theme_id
  ), theme_context as materialized (
    select t.theme_id, concat_ws(' ', t.label, t.description, s.name, ts.words) as words
    from themes t
    join studies s on s.team_id = $1 and s.study_id = t.study_id
    left join theme_signals ts on ts.theme_id = t.theme_id
    where t.team_id = $1 and t.theme_id in (select theme_id from quoted)
  ), wanted as (
    select e.evidence_id, e.source_item_id, e.study_id, e.theme_id, e.kind, e.quote,
      e.time_in_call_secs,
      concat_ws(' ', e.note, p.display_name, c.words) as context,
      md5(concat_ws('|', 2, i.xmin, e.quote, e.note, p.display_name, c.words, e.source_item_id, e.study_id,
        e.theme_id, e.kind, e.time_in_call_secs)) as fingerprint
    from quoted e
    join theme_context c on c.theme_id = e.theme_id
    join participants p on p.team_id = $1 and p.participant_id = e.participant_id
    join source_items i on i.team_id = $1 and i.source_item_id = e.source_item_id
  )`;

/** Source items in `$2` with outdated index rows, and the number of all their rows. */
export const staleSourceItems = teamStatement<
  { sourceItemId: string; rows: number },
  [sourceItemIds: readonly string[]]
>(
  'search.stale-source-items',
  `${wanted}
   select coalesce(w.source_item_id, s.source_item_id) as "sourceItemId", count(*)::integer as rows
   from wanted w
   full join (select * from evidence_search where team_id = $1 and source_item_id = any ($2)) s
     on s.evidence_id = w.evidence_id
   group by 1
   having bool_or(w.fingerprint is distinct from s.fingerprint
     or w.source_item_id is distinct from s.source_item_id)
   order by 1`,
);

/**
 * $2: 'off' or 'on', for this transaction. During an import the planner has no statistics of the team: it would
 * assume that every table is empty and join row by row.
 */
export const setNestedLoops = teamStatement<never, [setting: string]>(
  'search.set-nested-loops',
  `select set_config('enable_nestloop', $2, true) from teams where team_id = $1`,
);

/** $2: source items. */
export const rowsToIndex = teamStatement<IndexedRow, [sourceItemIds: readonly string[]]>(
  'search.rows-to-index',
  `${wanted}
   select evidence_id as "evidenceId", source_item_id as "sourceItemId", study_id as "studyId",
     theme_id as "themeId", kind, quote, context, time_in_call_secs as "timeInCallSecs", fingerprint
   from wanted`,
);

export interface IndexedTerms {
  quoteTerms: string;
  contextTerms: string;
  aroundTerms: string;
}

/**
 * Deletes the index rows of source items ($2), and of quotes that have moved to them. Returns their words, whose
 * counts must be reduced.
 */
export const removeIndexed = teamStatement<IndexedTerms, [sourceItemIds: readonly string[]]>(
  'search.remove-indexed',
  `delete from evidence_search where team_id = $1 and evidence_id = any (array(
     select evidence_id from evidence_search where team_id = $1 and source_item_id = any ($2)
     union all select evidence_id from evidence where team_id = $1 and source_item_id = any ($2)))
   returning quote_terms as "quoteTerms", context_terms as "contextTerms",
     around_terms as "aroundTerms"`,
);

/** Removes the evidence $2 from the index, and returns its indexed words. */
export const removeIndexedEvidence = teamStatement<IndexedTerms, [evidenceIds: readonly string[]]>(
  'search.remove-indexed-evidence',
  `delete from evidence_search where team_id = $1 and evidence_id = any ($2)
   returning quote_terms as "quoteTerms", context_terms as "contextTerms",
     around_terms as "aroundTerms"`,
);

/** $2: rows as a JSON array. */
export const insertIndexed = teamStatement<never, [rows: string]>(
  'search.insert-indexed',
  `insert into evidence_search (team_id, evidence_id, source_item_id, talk_id, study_id, theme_id, kind,
     position, quote_terms, context_terms, around_terms, vector, quote_digest, fingerprint)
   select $1, r."evidenceId", r."sourceItemId", r."talkId", r."studyId", r."themeId", r.kind, r.position,
     r."quoteTerms", r."contextTerms", r."aroundTerms",
     array_to_tsvector(string_to_array(concat_ws(' ', nullif(r."quoteTerms", ''),
       nullif(r."contextTerms", ''), nullif(r."aroundTerms", '')), ' ')),
     r."quoteDigest", r.fingerprint
   from json_to_recordset($2::json) as r ("evidenceId" text, "sourceItemId" text, "talkId" text, "studyId" text,
     "themeId" text, kind text, position integer, "quoteTerms" text, "contextTerms" text, "aroundTerms" text,
     "quoteDigest" text, fingerprint text)`,
);

/** Serializes refreshes of one team. */
export const lockSearchStatistics = teamStatement<never>(
  'search.lock-statistics',
  `insert into search_statistics (team_id) values ($1)
   on conflict (team_id) do update set documents = search_statistics.documents`,
);

/** $2, $3: changes in the numbers of documents and terms. */
export const changeSearchStatistics = teamStatement<never, [documents: number, terms: number]>(
  'search.change-statistics',
  `update search_statistics set documents = documents + $2, terms = terms + $3
   where team_id = $1`,
);

/** $2: terms; $3, $4, $5: changes in their three counts. */
export const changeTermCounts = teamStatement<
  never,
  [
    terms: readonly string[],
    documents: readonly number[],
    rows: readonly number[],
    aroundRows: readonly number[],
  ]
>(
  'search.change-term-counts',
  `insert into search_terms (team_id, term, documents, rows, around_rows)
   select $1, term, documents, rows, around_rows
   from unnest($2::text[], $3::integer[], $4::integer[], $5::integer[])
     as change (term, documents, rows, around_rows)
   on conflict (team_id, term) do update
   set documents = search_terms.documents + excluded.documents,
     rows = search_terms.rows + excluded.rows,
     around_rows = search_terms.around_rows + excluded.around_rows`,
);

/** Drops terms ($2) that no row contains any more. */
export const dropUnusedTerms = teamStatement<never, [terms: readonly string[]]>(
  'search.drop-unused-terms',
  `delete from search_terms
   where team_id = $1 and term = any ($2) and rows <= 0 and around_rows <= 0`,
);
