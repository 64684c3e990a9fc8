import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: full-text search of our own. Stems and their frequencies are computed by the service, so that
 * ranking and index agree on every Postgres version; one GIN index answers team, study and words
 * together; frequencies are kept per team, so that no team's words weigh in another's results.
 */
export class Search1763600000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create extension if not exists btree_gin;

      create table evidence_search (
        team_id text collate "C" not null,
        evidence_id text collate "C" not null,
        source_item_id text collate "C" not null,
        study_id text collate "C" not null,
        theme_id text collate "C" not null,
        kind text not null,
        -- where the quote stands in its source item, counted in indexed words of its qualifying quotes
        position integer not null,
        -- stems in their order, separated by spaces
        quote_terms text not null,
        context_terms text not null,
        vector tsvector not null,
        quote_digest text not null,
        fingerprint text not null,
        constraint evidence_search_pkey primary key (team_id, evidence_id),
        constraint evidence_search_evidence_fkey foreign key (team_id, evidence_id)
          references evidence (team_id, evidence_id) on delete cascade
      );
      create index evidence_search_by_words on evidence_search using gin (team_id, study_id, vector);
      create index evidence_search_by_theme on evidence_search (team_id, theme_id);
      create index evidence_search_by_source_item on evidence_search (team_id, source_item_id);
      create index evidence_search_by_digest on evidence_search (team_id, quote_digest);

      create table search_terms (
        team_id text collate "C" not null,
        term text collate "C" not null,
        -- quotes that say it
        documents integer not null,
        -- rows that have it in the quote or in its context
        rows integer not null,
        constraint search_terms_pkey primary key (team_id, term),
        constraint search_terms_team_fkey foreign key (team_id) references teams (team_id) on delete cascade
      );

      create table search_statistics (
        team_id text collate "C" not null,
        documents integer not null default 0,
        terms bigint not null default 0,
        constraint search_statistics_pkey primary key (team_id),
        constraint search_statistics_team_fkey foreign key (team_id) references teams (team_id) on delete cascade
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table search_statistics, search_terms, evidence_search');
  }
}
