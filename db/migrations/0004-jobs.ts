import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: work that must survive a restart is stored in the transaction that caused it. */
export class Jobs1763600000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A job asked for again while it waits is one job; asked for while it runs, it runs once more:
      -- the generation tells the two apart.
      create table jobs (
        team_id text collate "C" not null,
        kind text not null,
        key text not null,
        payload jsonb not null default '{}',
        generation integer not null default 1,
        run_at timestamptz(3) not null default now(),
        attempts integer not null default 0,
        locked_by text,
        locked_until timestamptz(3),
        failed_at timestamptz(3),
        last_error text,
        created_at timestamptz(3) not null default now(),
        constraint jobs_pkey primary key (team_id, kind, key),
        constraint jobs_team_fkey foreign key (team_id) references teams (team_id) on delete cascade
      );
      -- The queue is one for all teams, so this index starts with the time.
      create index jobs_due on jobs (run_at) where failed_at is null;

      create table job_runs (
        job text not null,
        slot timestamptz(3) not null,
        started_at timestamptz(3) not null default now(),
        constraint job_runs_pkey primary key (job, slot)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table job_runs, jobs');
  }
}
