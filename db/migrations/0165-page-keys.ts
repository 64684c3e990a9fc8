import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: links to pages and sessions on them are signed per team, and a new secret revokes them all. */
export class PageKeys1780000000165 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table page_keys (
        team_id text not null collate pg_catalog."C",
        secret text not null,
        made_at timestamptz(3) default now() not null,
        constraint page_keys_pkey primary key (team_id),
        constraint page_keys_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table page_keys');
  }
}
