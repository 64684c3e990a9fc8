import { indexedVector, LONGEST_INDEXED, vectorsAvailable } from './queries/embeddings.js';
import { systemStatement } from './statement.js';
import type { SystemDatabase } from './system-database.js';

/** An arbitrary number that no other advisory lock of this service uses. */
const LOCK = 7_360_001;

/** From version 0.8, an index scan continues past the rows of other teams; before, it could return none of ours. */
const installedVersion = systemStatement<{ iterative: boolean }>(
  'embeddings.version',
  `select string_to_array(extversion, '.')::integer[] >= '{0,8}' as iterative
   from pg_extension where extname = 'vector'`,
);

/** The vector tables, once they exist. */
export class VectorStore {
  private readonly prepared = new Map<number, Promise<void>>();

  constructor(
    private readonly system: SystemDatabase,
    private readonly iterative: boolean,
  ) {}

  /** True if vectors of this length have an index. */
  indexes(length: number): boolean {
    return this.iterative && length <= LONGEST_INDEXED;
  }

  /**
   * Creates the index over vectors of this length before the first vector is stored. Building it over a full table
   * would block the embedded database for minutes; extending it row by row goes unnoticed.
   */
  prepare(length: number): Promise<void> {
    if (!this.indexes(length)) return Promise.resolve();
    const made = this.prepared.get(length) ?? this.makeIndex(length);
    this.prepared.set(length, made);
    made.catch(() => this.prepared.delete(length));
    return made;
  }

  private async makeIndex(length: number): Promise<void> {
    const { vector, filter } = indexedVector(length);
    await this.system.dataSource.transaction(async (manager) => {
      await manager.query(`select pg_advisory_xact_lock(${LOCK})`);
      await manager.query(`
        create index if not exists evidence_embeddings_near_${length} on evidence_embeddings
        using hnsw ((${vector}) vector_cosine_ops) where ${filter}`);
    });
  }
}

/**
 * Creates the vector tables. They need the extension pgvector and are therefore not a migration: a database without
 * it works, and one that gets it later gets the tables at the next start. The column has no fixed vector length,
 * since each model has its own. Returns undefined without the extension. Throws if the extension is available but
 * this user may not create it.
 */
export async function openVectorStore(system: SystemDatabase): Promise<VectorStore | undefined> {
  if (!(await system.row(vectorsAvailable))?.available) return undefined;
  await system.dataSource.transaction(async (manager) => {
    await manager.query(`select pg_advisory_xact_lock(${LOCK})`);
    await manager.query('create extension if not exists vector');
    await manager.query(`
      create table if not exists embedding_models (
        team_id text not null,
        model text not null,
        started_at timestamptz(3) not null default now(),
        completed_at timestamptz(3),
        -- how alike two quotes are on average, which differs from model to model
        background float8 not null default 0,
        constraint embedding_models_pkey primary key (team_id, model),
        constraint embedding_models_team_fkey foreign key (team_id)
          references teams (team_id) on delete cascade
      );
      create table if not exists evidence_embeddings (
        team_id text not null,
        model text not null,
        evidence_id text not null,
        -- of the words that were embedded: a changed quote is embedded again
        quote_digest text not null,
        embedding vector not null,
        constraint evidence_embeddings_pkey primary key (team_id, model, evidence_id),
        constraint evidence_embeddings_evidence_fkey foreign key (team_id, evidence_id)
          references evidence (team_id, evidence_id) on delete cascade
      );
      create index if not exists evidence_embeddings_by_evidence
        on evidence_embeddings (team_id, evidence_id)`);
  });
  const installed = await system.row(installedVersion);
  return new VectorStore(system, installed?.iterative ?? false);
}
