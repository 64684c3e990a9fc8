import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: each team chooses how much it hears, when, and who may act; what happened to a card is told in its
 * thread, the rest in one digest; an open App Home follows every change; and what is wrong is known to every
 * process and told once.
 */
export class SlackQuiet1763600000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table team_settings (
        team_id text collate "C" not null,
        -- only what the team has changed: a default that is improved later reaches it
        settings jsonb not null default '{}',
        updated_at timestamptz(3) not null,
        constraint team_settings_pkey primary key (team_id),
        constraint team_settings_team_fkey foreign key (team_id) references teams (team_id) on delete cascade
      );

      -- the message that this one answers; a reply is found in its thread only
      alter table slack_messages add column thread_ts text;

      create table card_notes (
        team_id text collate "C" not null,
        note_id bigint generated always as identity,
        action_card_id text collate "C" not null,
        note jsonb not null,
        at timestamptz(3) not null,
        actor_type text not null,
        actor_id text collate "C" not null,
        actor_name text not null,
        constraint card_notes_pkey primary key (team_id, note_id),
        constraint card_notes_team_fkey foreign key (team_id) references teams (team_id) on delete cascade
      );
      create index card_notes_by_card on card_notes (team_id, action_card_id, note_id);

      create table slack_homes (
        team_id text collate "C" not null,
        workspace_id text collate "C" not null,
        user_id text collate "C" not null,
        page jsonb not null,
        rendered_hash text,
        opened_at timestamptz(3) not null,
        constraint slack_homes_pkey primary key (team_id, workspace_id, user_id),
        constraint slack_homes_team_fkey foreign key (team_id) references teams (team_id) on delete cascade
      );

      create table slack_channels (
        team_id text collate "C" not null,
        workspace_id text collate "C" not null,
        channel_id text collate "C" not null,
        -- since then only what is urgent is posted at once
        filled_at timestamptz(3) not null,
        constraint slack_channels_pkey primary key (team_id, workspace_id, channel_id),
        constraint slack_channels_team_fkey foreign key (team_id) references teams (team_id) on delete cascade
      );

      create table slack_digests (
        team_id text collate "C" not null,
        workspace_id text collate "C" not null,
        channel_id text collate "C" not null,
        slot timestamptz(3) not null,
        -- where the beliefs stood: the next digest tells what has changed since
        state jsonb not null,
        constraint slack_digests_pkey primary key (team_id, workspace_id, channel_id, slot),
        constraint slack_digests_team_fkey foreign key (team_id) references teams (team_id) on delete cascade
      );

      create table slack_troubles (
        team_id text collate "C" not null,
        place text not null,
        code text not null,
        since timestamptz(3) not null,
        told_at timestamptz(3),
        constraint slack_troubles_pkey primary key (team_id, place),
        constraint slack_troubles_team_fkey foreign key (team_id) references teams (team_id) on delete cascade
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table slack_troubles, slack_digests, slack_channels, slack_homes, card_notes, team_settings;
      alter table slack_messages drop column thread_ts;
    `);
  }
}
