import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: the search index: terms, their statistics, and each quote with its surroundings. */
export class Search1780000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create extension if not exists btree_gin');
    await runner.query(`
      create table evidence_search (
        team_id text not null collate pg_catalog."C",
        evidence_id text not null collate pg_catalog."C",
        source_item_id text not null collate pg_catalog."C",
        study_id text not null collate pg_catalog."C",
        theme_id text not null collate pg_catalog."C",
        kind text not null,
        "position" integer not null,
        quote_terms text not null,
        context_terms text not null,
        vector tsvector not null,
        quote_digest text not null,
        fingerprint text not null,
        around_terms text default '' not null,
        talk_id text collate pg_catalog."C",
        constraint evidence_search_pkey primary key (team_id, evidence_id),
        constraint evidence_search_evidence_fkey foreign key (team_id, evidence_id) references evidence(team_id, evidence_id) on delete cascade
      )
    `);
    await runner.query(`
      create index evidence_search_by_digest on evidence_search (team_id, quote_digest)
    `);
    await runner.query(`
      create index evidence_search_by_source_item on evidence_search (team_id, source_item_id)
    `);
    await runner.query(`
      create index evidence_search_by_theme on evidence_search (team_id, theme_id)
    `);
    await runner.query(`
      create index evidence_search_by_words on evidence_search using gin (team_id, study_id, vector)
    `);
    await runner.query(`
      create index signals_by_words on signals using gin (
        team_id,
        to_tsvector('english', label || ' ' || description || ' ' || coalesce(implication, ''))
      )
    `);
    await runner.query(`
      create index participants_by_name_words on participants using gin (
        team_id,
        regexp_split_to_array(lower("left"(display_name, 200)), '[^[:alnum:]'']+')
      )
    `);
    await runner.query(`
      create table search_terms (
        team_id text not null collate pg_catalog."C",
        term text not null collate pg_catalog."C",
        documents integer not null,
        rows integer not null,
        around_rows integer default 0 not null,
        constraint search_terms_pkey primary key (team_id, term),
        constraint search_terms_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create table search_statistics (
        team_id text not null collate pg_catalog."C",
        documents integer default 0 not null,
        terms bigint default 0 not null,
        constraint search_statistics_pkey primary key (team_id),
        constraint search_statistics_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index participants_by_name_words');
    await runner.query('drop index signals_by_words');
    await runner.query('drop table search_statistics, search_terms, evidence_search');
  }
}
