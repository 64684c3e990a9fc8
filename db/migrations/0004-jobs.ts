import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: one queue and one schedule for any number of processes. */
export class Jobs1780000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table jobs (
        team_id text not null collate pg_catalog."C",
        kind text not null,
        key text not null,
        payload jsonb default '{}'::jsonb not null,
        generation integer default 1 not null,
        run_at timestamptz(3) default now() not null,
        attempts integer default 0 not null,
        locked_by text,
        locked_until timestamptz(3),
        failed_at timestamptz(3),
        last_error text,
        created_at timestamptz(3) default now() not null,
        constraint jobs_pkey primary key (team_id, kind, key),
        constraint jobs_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create index jobs_due on jobs (run_at) where (failed_at is null)
    `);
    await runner.query(`
      create table job_runs (
        job text not null,
        slot timestamptz(3) not null,
        started_at timestamptz(3) default now() not null,
        constraint job_runs_pkey primary key (job, slot)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table job_runs, jobs');
  }
}
