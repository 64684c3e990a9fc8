import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: the cause of each card and gap that the service opened, and the subjects it has to check again. */
export class Engine1780000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table engine_causes (
        team_id text not null collate pg_catalog."C",
        cause text not null collate pg_catalog."C",
        rule text not null,
        about_id text not null collate pg_catalog."C",
        subject_id text not null collate pg_catalog."C",
        minted boolean not null,
        quote_id text collate pg_catalog."C",
        began_at timestamptz(3) not null,
        gone_at timestamptz(3),
        constraint engine_causes_pkey primary key (team_id, cause),
        constraint engine_causes_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create index engine_causes_live on engine_causes (team_id, rule, about_id) where (gone_at is null)
    `);
    await runner.query(`
      create table engine_marks (
        team_id text not null collate pg_catalog."C",
        mark_id bigint generated always as identity,
        kind text not null,
        id text not null collate pg_catalog."C",
        constraint engine_marks_kind_check check (kind in ('team', 'signal', 'theme', 'study', 'source_item', 'recommendation')),
        constraint engine_marks_pkey primary key (team_id, mark_id),
        constraint engine_marks_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create table engine_runs (
        team_id text not null collate pg_catalog."C",
        ran_at timestamptz(3) not null,
        constraint engine_runs_pkey primary key (team_id),
        constraint engine_runs_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create table post_ship_receipts (
        team_id text not null collate pg_catalog."C",
        signal_id text not null collate pg_catalog."C",
        recommendation_id text not null collate pg_catalog."C",
        shipped_at timestamptz(3) not null,
        observed_at timestamptz(3) not null,
        quiet_since timestamptz(3) not null,
        window_days integer not null,
        interview_count integer not null,
        trajectory text not null,
        constraint post_ship_receipts_trajectory_check check (trajectory in ('rising', 'stable', 'declining', 'new')),
        constraint post_ship_receipts_pkey primary key (team_id, signal_id, recommendation_id),
        constraint post_ship_receipts_recommendation_fkey foreign key (team_id, recommendation_id) references recommendations(team_id, recommendation_id) on delete cascade,
        constraint post_ship_receipts_signal_fkey foreign key (team_id, signal_id) references signals(team_id, signal_id) on delete cascade
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table post_ship_receipts, engine_runs, engine_marks, engine_causes');
  }
}
