import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: a team owns everything else; its API keys, rate limits and settings. */
export class TeamsAndKeys1780000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table teams (
        team_id text not null collate pg_catalog."C",
        name text not null,
        interviews_left integer,
        low_balance_at integer,
        created_at timestamptz(3) default now() not null,
        facts_version integer default 0 not null,
        constraint teams_pkey primary key (team_id)
      )
    `);
    await runner.query(`
      create table api_keys (
        team_id text not null collate pg_catalog."C",
        key_id text not null collate pg_catalog."C",
        name text not null,
        scope text not null,
        key_hash bytea not null,
        created_at timestamptz(3) default now() not null,
        expires_at timestamptz(3),
        revoked_at timestamptz(3),
        last_used_at timestamptz(3),
        constraint api_keys_scope_check check (scope in ('read', 'write')),
        constraint api_keys_pkey primary key (team_id, key_id),
        constraint api_keys_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create unique index api_keys_hash on api_keys (key_hash)
    `);
    await runner.query(`
      create table rate_limits (
        team_id text not null collate pg_catalog."C",
        key_id text not null collate pg_catalog."C",
        bucket text not null,
        window_start timestamptz(3) not null,
        points integer not null,
        constraint rate_limits_pkey primary key (team_id, key_id, bucket, window_start)
      )
    `);
    await runner.query(`
      create table team_settings (
        team_id text not null collate pg_catalog."C",
        settings jsonb default '{}'::jsonb not null,
        updated_at timestamptz(3) not null,
        constraint team_settings_pkey primary key (team_id),
        constraint team_settings_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create function api_keys_changed() returns trigger
        language plpgsql
        as $$
            begin
              perform pg_notify('api_keys_changed', '');
              return null;
            end $$
    `);
    await runner.query(`
      create trigger api_keys_changed after delete or update of scope, key_hash, expires_at, revoked_at, name on api_keys for each statement execute function api_keys_changed()
    `);
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
    await runner.query('drop table page_keys, team_settings, rate_limits, api_keys, teams');
    await runner.query('drop function api_keys_changed');
  }
}
