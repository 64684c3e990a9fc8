import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: an import is staged and checked here before it is stored. */
export class Imports1780000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table imports (
        team_id text not null collate pg_catalog."C",
        import_id text not null collate pg_catalog."C",
        heard_at timestamptz(3) default now() not null,
        accepted_at timestamptz(3),
        stored_rank smallint default '-1'::integer not null,
        stored_line integer default 0 not null,
        settled boolean default false not null,
        constraint imports_pkey primary key (team_id, import_id),
        constraint imports_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create unique index imports_accepted on imports (team_id) where (accepted_at is not null)
    `);
    await runner.query(`
      create table import_lines (
        team_id text not null collate pg_catalog."C",
        import_id text not null collate pg_catalog."C",
        rank smallint not null,
        line_number integer not null,
        resource text not null,
        resource_id text not null collate pg_catalog."C",
        study_id text collate pg_catalog."C",
        refs jsonb not null,
        line text not null,
        constraint import_lines_pkey primary key (team_id, import_id, rank, line_number),
        constraint import_lines_import_fkey foreign key (team_id, import_id) references imports(team_id, import_id) on delete cascade
      )
    `);
    await runner.query(`
      create index import_lines_by_number on import_lines (team_id, import_id, line_number)
    `);
    await runner.query(`
      create index import_lines_by_resource on import_lines (team_id, import_id, resource, resource_id)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table import_lines, imports');
  }
}
