import { teamStatement } from '../statement.js';
import { type EvidenceRow, evidenceColumns, evidenceNames, kindForSignal } from './evidence.js';

export interface SearchStatistics {
  documents: number;
  /** Indexed words of all documents together. */
  terms: number;
}

export interface TermFrequency {
  term: string;
  /** Number of rows with the term in the quote. */
  documents: number;
  /** Number of rows with the term in the quote or next to it (note, theme, study …). */
  named: number;
  /** Number of rows with the term anywhere, the transcript around the quote included. */
  rows: number;
}

export interface CandidateRow {
  evidenceId: string;
  /** The source item, or the group talk that it was taken from. */
  talkId: string;
  position: number;
  quoteTerms: string;
  contextTerms: string;
  aroundTerms: string;
  exact: boolean;
}

export const searchStatistics = teamStatement<SearchStatistics>(
  'search.statistics',
  'select documents, terms::float8 as terms from search_statistics where team_id = $1',
);

/** $2: terms; $3, $4, $5: ranges of terms (from, below, longest length), one per word to complete. */
export const vocabularyTerms = teamStatement<TermFrequency>(
  'search.vocabulary',
  `select term, documents, rows as named, rows + around_rows as rows
   from search_terms where team_id = $1 and term = any ($2)
   union all
   select t.term, t.documents, t.rows, t.rows + t.around_rows
   from unnest($3::text[], $4::text[], $5::integer[]) as range (low, high, longest)
   join search_terms t on t.team_id = $1 and t.term >= range.low and t.term < range.high
     and length(t.term) <= range.longest`,
);

/** $2, $3: range of terms; $4, $5: shortest and longest length; the most frequent first. */
export const termsOfLength = teamStatement<TermFrequency>(
  'search.terms-of-length',
  `select term, documents, rows as named, rows + around_rows as rows
   from search_terms
   where team_id = $1 and term >= $2 and term < $3 and length(term) between $4 and $5
   order by documents desc, term limit 2000`,
);

const candidates = (scope: string): string => `
  with matched as (
    (select s.*, false as exact from evidence_search s
     where s.team_id = $1 and s.vector @@ $2::tsquery and s.quote_digest <> $3 ${scope}
     limit 5000)
    union all
    (select s.*, true from evidence_search s
     where s.team_id = $1 and s.quote_digest = $3 ${scope} limit 50)
  )
  select evidence_id as "evidenceId", coalesce(talk_id, source_item_id) as "talkId", position,
    quote_terms as "quoteTerms", context_terms as "contextTerms",
    around_terms as "aroundTerms", exact
  from matched
  order by exact desc,
    (select sum(weight) from unnest($4::tsquery[], $5::float8[]) as word (query, weight)
     where matched.vector @@ word.query) desc nulls last,
    evidence_id
  limit 400`;

const sameKind = 'and ($6::text is null or s.kind = $6)';
const signalKind = `and exists (
  select from signal_themes link
  where link.team_id = $1 and link.signal_id = $7 and link.theme_id = s.theme_id
    and ($6::text is null or (s.kind = $6) = (link.relationship <> 'contradicts')))`;

/**
 * At most 400 rows that share words with a query, highest weight first. $2: the condition to
 * match; $3: digest of the whole query, for a pasted quote; $4, $5: words and their weights; $6: kind, null for both;
 * then the signal and the study, if the statement has them.
 */
export const evidenceCandidates = {
  team: teamStatement<CandidateRow>('search.candidates', candidates(sameKind)),
  study: teamStatement<CandidateRow>(
    'search.candidates-of-study',
    candidates(`${sameKind} and s.study_id = $7`),
  ),
  signal: teamStatement<CandidateRow>('search.candidates-of-signal', candidates(signalKind)),
  signalAndStudy: teamStatement<CandidateRow>(
    'search.candidates-of-signal-and-study',
    candidates(`${signalKind} and s.study_id = $8`),
  ),
};

/** The quotes of people ($2); the strongest if there are very many. */
export const candidatesOfPeople = teamStatement<CandidateRow>(
  'search.candidates-of-people',
  `select s.evidence_id as "evidenceId", coalesce(s.talk_id, s.source_item_id) as "talkId", s.position,
     s.quote_terms as "quoteTerms", s.context_terms as "contextTerms",
     s.around_terms as "aroundTerms", false as exact
   from evidence e
   join evidence_search s on s.team_id = $1 and s.evidence_id = e.evidence_id
   where e.team_id = $1 and e.participant_id = any ($2) and e.qualifies
   order by e.strength desc, e.evidence_id limit 1000`,
);

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
 * The rows to index. A fingerprint covers all inputs of an index row, starting with the version of the indexing
 * code; the transcript, which is long, is represented by the transaction that last wrote its row.
 */
const wanted = (filter: string): string => `
  with theme_signals as (
    select link.theme_id, string_agg(signal.label, ' ' order by signal.signal_id) as words
    from signal_themes link
    join signals signal on signal.team_id = $1 and signal.signal_id = link.signal_id
    where link.team_id = $1
    group by link.theme_id
  ), theme_context as materialized (
    select t.theme_id, concat_ws(' ', t.label, t.description, s.name, ts.words) as words
    from themes t
    join studies s on s.team_id = $1 and s.study_id = t.study_id
    left join theme_signals ts on ts.theme_id = t.theme_id
    where t.team_id = $1
  ), wanted as (
    select e.evidence_id, e.source_item_id, e.study_id, e.theme_id, e.kind, e.quote,
      e.time_in_call_secs,
      concat_ws(' ', e.note, p.display_name, c.words) as context,
      md5(concat_ws('|', 2, i.xmin, e.quote, e.note, p.display_name, c.words, e.source_item_id, e.study_id,
        e.theme_id, e.kind, e.time_in_call_secs)) as fingerprint
    from evidence e
    join theme_context c on c.theme_id = e.theme_id
    join participants p on p.team_id = $1 and p.participant_id = e.participant_id
    join source_items i on i.team_id = $1 and i.source_item_id = e.source_item_id
    where e.team_id = $1 and e.qualifies ${filter}
  )`;

/** Source items (among `$2`, unless it is null) with index rows that are out of date, and the number of all their rows. */
export const staleSourceItems = teamStatement<{ sourceItemId: string; rows: number }>(
  'search.stale-source-items',
  `${wanted('and ($2::text[] is null or e.source_item_id = any ($2))')}
   select coalesce(w.source_item_id, s.source_item_id) as "sourceItemId", count(*)::integer as rows
   from wanted w
   full join (select * from evidence_search
               where team_id = $1 and ($2::text[] is null or source_item_id = any ($2))) s on s.evidence_id = w.evidence_id
   group by 1
   having bool_or(w.fingerprint is distinct from s.fingerprint
     or w.source_item_id is distinct from s.source_item_id)
   order by 1`,
);

/**
 * $2: 'off' or 'on', for this transaction. In the transaction of an import the planner has no
 * statistics of the team, assumes that every table is empty and would join them row by row.
 */
export const setNestedLoops = teamStatement<never>(
  'search.set-nested-loops',
  `select set_config('enable_nestloop', $2, true) from teams where team_id = $1`,
);

/** $2: source items. */
export const rowsToIndex = teamStatement<IndexedRow>(
  'search.rows-to-index',
  `${wanted('and e.source_item_id = any ($2)')}
   select evidence_id as "evidenceId", source_item_id as "sourceItemId", study_id as "studyId",
     theme_id as "themeId", kind, quote, context, time_in_call_secs as "timeInCallSecs", fingerprint
   from wanted`,
);

/** Transcripts of source items ($2); not of those that have none, nor of those taken from a group talk. */
export const transcriptsOf = teamStatement<{
  sourceItemId: string;
  transcript: readonly { text: string }[];
}>(
  'search.transcripts',
  `select source_item_id as "sourceItemId", transcript from source_items
   where team_id = $1 and source_item_id = any ($2) and talk_id is null and jsonb_typeof(transcript) = 'array'`,
);

/** The group talks that source items ($2) were taken from, with the numbers of their turns there. */
export const talksOf = teamStatement<{ sourceItemId: string; talkId: string; turns: number[] }>(
  'search.talks',
  `select source_item_id as "sourceItemId", talk_id as "talkId", talk_turns as turns from source_items
   where team_id = $1 and source_item_id = any ($2) and talk_id is not null`,
);

/** Every source item that was taken from the same group talk as one of the source items `$2`; they are among them. */
export const itemsOfSameTalks = teamStatement<{ sourceItemId: string }>(
  'search.items-of-same-talks',
  `select source_item_id as "sourceItemId" from source_items
   where team_id = $1 and talk_id in (
     select talk_id from source_items where team_id = $1 and source_item_id = any ($2) and talk_id is not null)`,
);

/** The turns of group talks ($2), each one once although several source items hold it. */
export const turnsOfTalks = teamStatement<{ talkId: string; number: number; text: string }>(
  'search.turns-of-talks',
  `select distinct on (i.talk_id, said.number) i.talk_id as "talkId", said.number, said.turn ->> 'text' as text
   from source_items i,
     rows from (unnest(i.talk_turns), jsonb_array_elements(i.transcript)) as said (number, turn)
   where i.team_id = $1 and i.talk_id = any ($2) and jsonb_typeof(i.transcript) = 'array'
     and said.number is not null and said.turn is not null
   order by i.talk_id, said.number, i.source_item_id`,
);

/** The source items `$2` that have a transcript, and a version of it that changes with its content. */
const versions = `
  with items as materialized (
    select source_item_id, talk_id, transcript from source_items
    where team_id = $1 and source_item_id = any ($2) and jsonb_typeof(transcript) = 'array'
  ), talks as (
    select i.talk_id,
      md5(string_agg(concat_ws(' ', i.source_item_id, i.talk_turns, md5(i.transcript::text)), ',' order by i.source_item_id))
        as version
    from source_items i
    where i.team_id = $1 and i.talk_id in (select talk_id from items)
    group by i.talk_id
  ), versions as (
    select i.source_item_id, i.talk_id, coalesce(t.version, md5(i.transcript::text)) as version
    from items i left join talks t on t.talk_id = i.talk_id
  )`;

interface TalkVersion {
  sourceItemId: string;
  /** The group talk that the source item was taken from. */
  talkId: string | null;
  version: string;
}

/** Transcript versions of source items ($2), without those that have no transcript. */
export const transcriptVersions = teamStatement<TalkVersion>(
  'search.transcript-versions',
  `${versions}
   select source_item_id as "sourceItemId", talk_id as "talkId", version from versions`,
);

export interface QuotedItem extends TalkVersion {
  quotes: string[];
}

/** The quotes of source items ($2) that have a transcript, and the version of the transcript. */
export const quotesToPlace = teamStatement<QuotedItem>(
  'search.quotes-to-place',
  `${versions}
   select i.source_item_id as "sourceItemId", i.talk_id as "talkId", i.version,
     array(select q.quote from extracted_quotes q
           where q.team_id = $1 and q.source_item_id = i.source_item_id and not q.dropped
           union
           select e.quote from evidence e
           where e.team_id = $1 and e.source_item_id = i.source_item_id and e.qualifies) as quotes
   from versions i`,
);

export interface IndexedTerms {
  quoteTerms: string;
  contextTerms: string;
  aroundTerms: string;
}

/** Deletes the index rows of source items ($2); returns their words, whose counts must be reduced. */
export const removeIndexed = teamStatement<IndexedTerms>(
  'search.remove-indexed',
  `delete from evidence_search where team_id = $1 and source_item_id = any ($2)
   returning quote_terms as "quoteTerms", context_terms as "contextTerms",
     around_terms as "aroundTerms"`,
);

/** $2: rows as a JSON array. */
export const insertIndexed = teamStatement<never>(
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

/** Makes refreshes of one team wait for one another. */
export const lockSearchStatistics = teamStatement<never>(
  'search.lock-statistics',
  `insert into search_statistics (team_id) values ($1)
   on conflict (team_id) do update set documents = search_statistics.documents`,
);

/** $2, $3: changes in the numbers of documents and terms. */
export const changeSearchStatistics = teamStatement<never>(
  'search.change-statistics',
  `update search_statistics set documents = documents + $2, terms = terms + $3
   where team_id = $1`,
);

/** $2: terms; $3, $4, $5: changes in their three counts. */
export const changeTermCounts = teamStatement<never>(
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

/** Drops terms ($2) that no row holds any more. */
export const dropUnusedTerms = teamStatement<never>(
  'search.drop-unused-terms',
  `delete from search_terms
   where team_id = $1 and term = any ($2) and rows <= 0 and around_rows <= 0`,
);

/** $2: ids. */
export const foundEvidence = teamStatement<EvidenceRow>(
  'search.found-evidence',
  `select ${evidenceColumns()} from evidence e ${evidenceNames}
   where e.team_id = $1 and e.evidence_id = any ($2)`,
);

/** $2: ids; $3: the signal whose kinds are shown. */
export const foundEvidenceOfSignal = teamStatement<EvidenceRow>(
  'search.found-evidence-of-signal',
  `select ${evidenceColumns(kindForSignal)} from evidence e ${evidenceNames}
   join signal_themes link on link.team_id = e.team_id and link.theme_id = e.theme_id
     and link.signal_id = $3
   where e.team_id = $1 and e.evidence_id = any ($2)`,
);
