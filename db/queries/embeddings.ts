import { type Statement, systemStatement, teamStatement } from '../statement.js';

export const vectorsAvailable = systemStatement<{ available: boolean }>(
  'embeddings.available',
  `select exists (select from pg_available_extensions where name = 'vector') as available`,
);

/** A model whose vectors a team's search can use. */
interface UsableModel {
  model: string;
  /** Average similarity of two of the team's quotes, -1 to 1: the noise level. */
  background: number;
  /** Number of quotes in the team's search index. */
  documents: number;
}

/** The complete model that search uses: the configured one ($2), or else the newest. */
export const usableModel = teamStatement<UsableModel, [model: string]>(
  'embeddings.usable-model',
  `select m.model, m.background, s.documents from embedding_models m
   join search_statistics s on s.team_id = m.team_id
   where m.team_id = $1 and m.completed_at is not null
   order by m.model = $2 desc, m.completed_at desc limit 1`,
);

/** $2: model. */
export const beginModel = teamStatement<never, [model: string]>(
  'embeddings.begin-model',
  'insert into embedding_models (team_id, model) values ($1, $2) on conflict do nothing',
);

/** $2: model; $3: maximum rows. Quotes whose words have no vector of this model, by id. */
export const quotesToEmbed = teamStatement<
  {
    evidenceId: string;
    quote: string;
    quoteDigest: string;
  },
  [model: string, limit: number]
>(
  'embeddings.quotes-to-embed',
  `select s.evidence_id as "evidenceId", e.quote, s.quote_digest as "quoteDigest"
   from evidence_search s
   join evidence e on e.team_id = $1 and e.evidence_id = s.evidence_id
   where s.team_id = $1 and not exists (
     select from evidence_embeddings v
     where v.team_id = $1 and v.model = $2 and v.evidence_id = s.evidence_id
       and v.quote_digest = s.quote_digest)
   order by s.evidence_id limit $3`,
);

/** $2: model. The model's progress, in quotes. */
export const embeddingProgress = teamStatement<
  { embedded: number; total: number },
  [model: string]
>(
  'embeddings.progress',
  `select count(v.evidence_id)::integer as embedded, count(*)::integer as total
   from evidence_search s
   left join evidence_embeddings v on v.team_id = $1 and v.model = $2
     and v.evidence_id = s.evidence_id and v.quote_digest = s.quote_digest
   where s.team_id = $1`,
);

/** $2: model; $3, $4, $5: evidence ids, digests of the words, vectors as text. */
export const storeEmbeddings = teamStatement<
  never,
  [
    model: string,
    evidenceIds: readonly string[],
    quoteDigests: readonly string[],
    vectors: readonly string[],
  ]
>(
  'embeddings.store',
  `insert into evidence_embeddings (team_id, model, evidence_id, quote_digest, embedding)
   select $1, $2, e.evidence_id, one.digest, one.embedding::vector
   from unnest($3::text[], $4::text[], $5::text[]) as one (evidence_id, digest, embedding)
   join evidence e on e.team_id = $1 and e.evidence_id = one.evidence_id
   on conflict (team_id, model, evidence_id)
   do update set quote_digest = excluded.quote_digest, embedding = excluded.embedding`,
);

/**
 * $2: model. Marks the model as complete, so that search may use it. The background is computed from up to 200
 * quotes.
 */
export const completeModel = teamStatement<never, [model: string]>(
  'embeddings.complete-model',
  `with sample as materialized (
     select evidence_id, embedding, vector_dims(embedding) as length from evidence_embeddings
     where team_id = $1 and model = $2 order by md5(evidence_id) limit 200
   ), similarity as (
     select 1 - (one.embedding <=> other.embedding) as value
     from sample one
     join sample other on other.evidence_id > one.evidence_id and other.length = one.length
   )
   update embedding_models set completed_at = coalesce(completed_at, now()),
     background = coalesce((select avg(value) from similarity where value <> 'NaN'), 0)
   where team_id = $1 and model = $2`,
);

/** $2: the model to keep. */
export const dropOtherVectors = teamStatement<never, [model: string]>(
  'embeddings.drop-other-vectors',
  'delete from evidence_embeddings where team_id = $1 and model <> $2',
);

/** $2: the model to keep. */
export const dropOtherModels = teamStatement<never, [model: string]>(
  'embeddings.drop-other-models',
  'delete from embedding_models where team_id = $1 and model <> $2',
);

/** Written so that no plan uses an index for it, because many short quotes share a digest. */
const sameWords = (vectors: string): string => `(s.quote_digest = ${vectors}.quote_digest) is true`;

export interface SimilarityRow {
  evidenceId: string;
  /** Cosine similarity, -1 to 1. */
  similarity: number;
}

/**
 * The 100 quotes whose vectors are nearest to a vector (as text). Null for kind, study or signal means all. With a
 * signal, the kind is the quote's kind for that signal.
 */
export const nearestInMeaning = teamStatement<
  SimilarityRow,
  {
    model: string;
    vector: string;
    kind: string | null;
    studyId: string | null;
    signalId: string | null;
  }
>(
  'embeddings.nearest',
  ($) => `with compared as (
     select s.evidence_id, case when vector_dims(v.embedding) = vector_dims(${$.vector}::vector)
       then 1 - (v.embedding <=> ${$.vector}::vector) end as similarity
     from evidence_embeddings v
     join evidence_search s on s.team_id = $1 and s.evidence_id = v.evidence_id
       and ${sameWords('v')}
     where v.team_id = $1 and v.model = ${$.model}
       and (${$.studyId}::text is null or s.study_id = ${$.studyId})
       and case when ${$.signalId}::text is null then ${$.kind}::text is null or s.kind = ${$.kind}
         else exists (
           select from signal_themes link
           where link.team_id = $1 and link.signal_id = ${$.signalId} and link.theme_id = s.theme_id
             and (${$.kind}::text is null or (s.kind = ${$.kind}) = (link.relationship <> 'contradicts')))
       end
   )
   select evidence_id as "evidenceId", similarity from compared
   where similarity <> 'NaN' order by similarity desc, evidence_id limit 100`,
);

/** Largest vector length that an index supports. */
export const LONGEST_INDEXED = 2_000;

/** The indexed expression and the row filter of the index over vectors of this length. */
export const indexedVector = (length: number) => ({
  vector: `embedding::vector(${length})`,
  filter: `vector_dims(embedding) = ${length}`,
});

/** For this transaction: an index search visits 200 neighbors and continues past those of other teams. */
export const searchByIndex = teamStatement<never>(
  'embeddings.search-by-index',
  `select set_config('hnsw.ef_search', '200', true),
     set_config('hnsw.iterative_scan', 'relaxed_order', true),
     set_config('enable_sort', 'off', true)
   from teams where team_id = $1`,
);

type NearestArgs = [model: string, vector: string, kind: string | null];

/**
 * Like `nearestInMeaning` over the whole team, but with the index over vectors of this length. May miss some of the
 * nearest; its time hardly grows with the team. $2: model; $3: the vector as text; $4: kind or null.
 */
export function nearestByIndex(length: number): Statement<SimilarityRow, NearestArgs> {
  const known = byLength.get(length);
  if (known) return known;
  const { vector, filter } = indexedVector(length);
  const statement = teamStatement<SimilarityRow, NearestArgs>(
    `embeddings.nearest.${length}`,
    `with near as materialized (
       select evidence_id, quote_digest, 1 - (${vector} <=> $3::vector(${length})) as similarity
       from evidence_embeddings
       where team_id = $1 and model = $2 and ${filter}
       order by ${vector} <=> $3::vector(${length}) limit 200
     )
     select s.evidence_id as "evidenceId", near.similarity
     from near
     join evidence_search s on s.team_id = $1 and s.evidence_id = near.evidence_id
       and ${sameWords('near')} and ($4::text is null or s.kind = $4)
     where near.similarity <> 'NaN' order by near.similarity desc, s.evidence_id limit 100`,
  );
  byLength.set(length, statement);
  return statement;
}

const byLength = new Map<number, Statement<SimilarityRow, NearestArgs>>();
