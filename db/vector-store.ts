import { vectorsAvailable } from './queries/embeddings.js';
import type { SystemDatabase } from './system-database.js';

/** Any number that no other advisory lock of this service uses. */
const LOCK = 7_360_001;

/**
 * Makes the tables of vectors, which need the extension pgvector and so are no migration: a database
 * without it stays whole, and one that gets it later gets the tables with the next start. Vectors carry
 * no length, since each model has its own. True when they can be used; throws where the extension is
 * there but this user may not create it.
 */
export async function openVectorStore(system: SystemDatabase): Promise<boolean> {
  if (!(await system.row(vectorsAvailable))?.available) return false;
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
  return true;
}
