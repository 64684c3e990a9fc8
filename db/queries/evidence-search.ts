import { type Placeholders, teamStatement } from '../statement.js';
import { type EvidenceRow, evidenceColumns, evidenceNames, kindForSignal } from './evidence.js';

export interface SearchStatistics {
  documents: number;
  /** Number of indexed words in all documents together. */
  terms: number;
}

export interface TermFrequency {
  term: string;
  /** Number of rows with the term in the quote. */
  documents: number;
  /** Number of rows with the term in the quote or next to it (note, theme, study …). */
  named: number;
  /** Number of rows with the term anywhere, including the transcript around the quote. */
  rows: number;
}

interface CandidateRow {
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

/** $2: terms; $3, $4, $5: ranges of terms (from, below, maximum length), one per word to complete. */
export const vocabularyTerms = teamStatement<
  TermFrequency,
  [
    terms: readonly string[],
    from: readonly string[],
    below: readonly string[],
    longest: readonly number[],
  ]
>(
  'search.vocabulary',
  `select term, documents, rows as named, rows + around_rows as rows
   from search_terms where team_id = $1 and term = any ($2)
   union all
   select t.term, t.documents, t.rows, t.rows + t.around_rows
   from unnest($3::text[], $4::text[], $5::integer[]) as range (low, high, longest)
   join search_terms t on t.team_id = $1 and t.term >= range.low and t.term < range.high
     and length(t.term) <= range.longest`,
);

/** $2, $3: range of terms; $4, $5: minimum and maximum length. Most frequent first. */
export const termsOfLength = teamStatement<
  TermFrequency,
  [from: string, below: string, shortest: number, longest: number]
>(
  'search.terms-of-length',
  `select term, documents, rows as named, rows + around_rows as rows
   from search_terms
   where team_id = $1 and term >= $2 and term < $3 and length(term) between $4 and $5
   order by documents desc, term limit 2000`,
);

interface CandidateArgs {
  /** The condition to match. */
  match: string;
  /** Digest of the whole query, to find a pasted quote. */
  digest: string;
  words: readonly string[];
  weights: readonly number[];
  /** Null for both kinds. */
  kind: string | null;
  /** Bound only if the statement uses it. */
  signalId?: string | undefined;
  studyId?: string | undefined;
}
type Scope = ($: Placeholders<CandidateArgs>) => string;

const candidates = (name: string, ...scopes: Scope[]) =>
  teamStatement<CandidateRow, CandidateArgs>(name, ($) => {
    const scope = scopes.map((condition) => `and ${condition($)}`).join(' ');
    return `
  with matched as (
    (select s.*, false as exact from evidence_search s
     where s.team_id = $1 and s.vector @@ ${$.match}::tsquery and s.quote_digest <> ${$.digest} ${scope}
     limit 5000)
    union all
    (select s.*, true from evidence_search s
     where s.team_id = $1 and s.quote_digest = ${$.digest} ${scope} limit 50)
  )
  select evidence_id as "evidenceId", coalesce(talk_id, source_item_id) as "talkId", position,
    quote_terms as "quoteTerms", context_terms as "contextTerms",
    around_terms as "aroundTerms", exact
  from matched
  order by exact desc,
    (select sum(weight) from unnest(${$.words}::tsquery[], ${$.weights}::float8[]) as word (query, weight)
     where matched.vector @@ word.query) desc nulls last,
    evidence_id
  limit 400`;
  });

const sameKind: Scope = ($) => `(${$.kind}::text is null or s.kind = ${$.kind})`;
const ofStudy: Scope = ($) => `s.study_id = ${$.studyId}`;
const ofSignal: Scope = ($) => `exists (
  select from signal_themes link
  where link.team_id = $1 and link.signal_id = ${$.signalId} and link.theme_id = s.theme_id
    and (${$.kind}::text is null or (s.kind = ${$.kind}) = (link.relationship <> 'contradicts')))`;

/**
 * At most 400 rows that share words with a query, highest weight first. With a signal, the kind is the quote's kind
 * for that signal.
 */
export const evidenceCandidates = {
  team: candidates('search.candidates', sameKind),
  study: candidates('search.candidates-of-study', sameKind, ofStudy),
  signal: candidates('search.candidates-of-signal', ofSignal),
  signalAndStudy: candidates('search.candidates-of-signal-and-study', ofSignal, ofStudy),
};

/** The quotes of people ($2); only the strongest if there are very many. */
export const candidatesOfPeople = teamStatement<CandidateRow, [participantIds: readonly string[]]>(
  'search.candidates-of-people',
  `select s.evidence_id as "evidenceId", coalesce(s.talk_id, s.source_item_id) as "talkId", s.position,
     s.quote_terms as "quoteTerms", s.context_terms as "contextTerms",
     s.around_terms as "aroundTerms", false as exact
   from evidence e
   join evidence_search s on s.team_id = $1 and s.evidence_id = e.evidence_id
   where e.team_id = $1 and e.participant_id = any ($2) and e.qualifies
   order by e.strength desc, e.evidence_id limit 1000`,
);

/** $2: ids. */
export const foundEvidence = teamStatement<EvidenceRow, [evidenceIds: readonly string[]]>(
  'search.found-evidence',
  `select ${evidenceColumns()} from evidence e ${evidenceNames}
   where e.team_id = $1 and e.evidence_id = any ($2)`,
);

/** $2: ids; $3: the signal for which the kinds are shown. */
export const foundEvidenceOfSignal = teamStatement<
  EvidenceRow,
  [evidenceIds: readonly string[], signalId: string]
>(
  'search.found-evidence-of-signal',
  `select ${evidenceColumns(kindForSignal)} from evidence e ${evidenceNames}
   join signal_themes link on link.team_id = e.team_id and link.theme_id = e.theme_id
     and link.signal_id = $3
   where e.team_id = $1 and e.evidence_id = any ($2)`,
);
