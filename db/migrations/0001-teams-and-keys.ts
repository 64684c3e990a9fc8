import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: every row belongs to a team, and a key is how a tool proves which one it speaks for. */
export class TeamsAndKeys1763600000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table teams (
        team_id text collate "C" not null,
        name text not null,
        interviews_left integer,
        low_balance_at integer,
        created_at timestamptz(3) not null default now(),
        constraint teams_pkey primary key (team_id)
      );

      -- The hash index is the one that cannot start with the team: the key is what names the team.
      create table api_keys (
        team_id text collate "C" not null,
        key_id text collate "C" not null,
        name text not null,
        scope text not null,
        key_hash bytea not null,
        created_at timestamptz(3) not null default now(),
        expires_at timestamptz(3),
        revoked_at timestamptz(3),
        last_used_at timestamptz(3),
        constraint api_keys_pkey primary key (team_id, key_id),
        constraint api_keys_team_fkey foreign key (team_id) references teams (team_id) on delete cascade,
        constraint api_keys_scope_check check (scope in ('read', 'write'))
      );
      create unique index api_keys_hash on api_keys (key_hash);

      -- One fixed window a minute; counts are shared by every process.
      create table rate_limits (
        team_id text collate "C" not null,
        key_id text collate "C" not null,
        bucket text not null,
        window_start timestamptz(3) not null,
        points integer not null,
        constraint rate_limits_pkey primary key (team_id, key_id, bucket, window_start)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table rate_limits, api_keys, teams');
  }
}
