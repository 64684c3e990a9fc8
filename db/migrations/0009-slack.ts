import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: anything that must happen only once in Slack is claimed here first. */
export class Slack1780000000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table slack_workspaces (
        team_id text not null collate pg_catalog."C",
        workspace_id text not null collate pg_catalog."C",
        name text not null,
        bot_user_id text not null,
        bot_id text,
        sealed_token text not null,
        installed_by text not null,
        installed_at timestamptz(3) not null,
        constraint slack_workspaces_pkey primary key (team_id, workspace_id),
        constraint slack_workspaces_workspace_key unique (workspace_id),
        constraint slack_workspaces_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create table slack_channels (
        team_id text not null collate pg_catalog."C",
        workspace_id text not null collate pg_catalog."C",
        channel_id text not null collate pg_catalog."C",
        filled_at timestamptz(3) not null,
        constraint slack_channels_pkey primary key (team_id, workspace_id, channel_id),
        constraint slack_channels_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create table slack_messages (
        team_id text not null collate pg_catalog."C",
        workspace_id text not null collate pg_catalog."C",
        channel_id text not null collate pg_catalog."C",
        subject_type text not null,
        subject_id text not null collate pg_catalog."C",
        ts text,
        claim_id uuid not null,
        claimed_at timestamptz(3) not null,
        posted_at timestamptz(3),
        rendered_hash text,
        version integer default 0 not null,
        failure text,
        thread_ts text,
        constraint slack_messages_pkey primary key (team_id, workspace_id, channel_id, subject_type, subject_id),
        constraint slack_messages_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create index slack_messages_by_subject on slack_messages (team_id, subject_type, subject_id)
    `);
    await runner.query(`
      create table slack_requests (
        team_id text not null collate pg_catalog."C",
        request_key text not null,
        received_at timestamptz(3) default now() not null,
        constraint slack_requests_pkey primary key (team_id, request_key),
        constraint slack_requests_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create index slack_requests_by_received on slack_requests (team_id, received_at)
    `);
    await runner.query(`
      create table slack_answers (
        team_id text not null collate pg_catalog."C",
        answer_id text not null collate pg_catalog."C",
        asked_by text not null,
        question text not null,
        message jsonb not null,
        asked_at timestamptz(3) default now() not null,
        shared_at timestamptz(3),
        workspace_id text collate pg_catalog."C",
        channel_id text collate pg_catalog."C",
        thread_ts text,
        answer text,
        covered boolean,
        kind text,
        citations jsonb default '[]'::jsonb not null,
        research_gap_id text collate pg_catalog."C",
        drafted_study_id text collate pg_catalog."C",
        message_ts text,
        constraint slack_answers_pkey primary key (team_id, answer_id),
        constraint slack_answers_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create index slack_answers_by_asked on slack_answers (team_id, asked_at)
    `);
    await runner.query(`
      create index slack_answers_by_message on slack_answers (team_id, channel_id, message_ts) where (message_ts is not null)
    `);
    await runner.query(`
      create index slack_answers_by_thread on slack_answers (team_id, channel_id, thread_ts, asked_at) where (thread_ts is not null)
    `);
    await runner.query(`
      create table slack_feedback (
        team_id text not null collate pg_catalog."C",
        answer_id text not null collate pg_catalog."C",
        user_id text not null collate pg_catalog."C",
        helpful boolean not null,
        question text not null,
        covered boolean,
        kind text,
        refs text[] default '{}'::text[] not null,
        reason text,
        given_at timestamptz(3) not null,
        constraint slack_feedback_pkey primary key (team_id, answer_id, user_id),
        constraint slack_feedback_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create index slack_feedback_by_given on slack_feedback (team_id, given_at)
    `);
    await runner.query(`
      create table slack_drafts (
        team_id text not null collate pg_catalog."C",
        draft_id text not null collate pg_catalog."C",
        kind text not null,
        made_by text not null,
        content jsonb not null,
        created_at timestamptz(3) not null,
        taken_at timestamptz(3),
        constraint slack_drafts_kind_check check (kind in ('evidence', 'files')),
        constraint slack_drafts_pkey primary key (team_id, draft_id),
        constraint slack_drafts_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create index slack_drafts_by_created on slack_drafts (team_id, created_at)
    `);
    await runner.query(`
      create table slack_homes (
        team_id text not null collate pg_catalog."C",
        workspace_id text not null collate pg_catalog."C",
        user_id text not null collate pg_catalog."C",
        page jsonb not null,
        rendered_hash text,
        opened_at timestamptz(3) not null,
        constraint slack_homes_pkey primary key (team_id, workspace_id, user_id),
        constraint slack_homes_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create table slack_digests (
        team_id text not null collate pg_catalog."C",
        workspace_id text not null collate pg_catalog."C",
        channel_id text not null collate pg_catalog."C",
        slot timestamptz(3) not null,
        state jsonb not null,
        constraint slack_digests_pkey primary key (team_id, workspace_id, channel_id, slot),
        constraint slack_digests_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create table slack_troubles (
        team_id text not null collate pg_catalog."C",
        place text not null,
        code text not null,
        since timestamptz(3) not null,
        told_at timestamptz(3),
        constraint slack_troubles_pkey primary key (team_id, place),
        constraint slack_troubles_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create table slack_listed_cards (
        team_id text not null collate pg_catalog."C",
        workspace_id text not null collate pg_catalog."C",
        channel_id text not null collate pg_catalog."C",
        action_card_id text not null collate pg_catalog."C",
        constraint slack_listed_cards_pkey primary key (team_id, workspace_id, channel_id, action_card_id),
        constraint slack_listed_cards_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create table slack_threads (
        team_id text not null collate pg_catalog."C",
        workspace_id text not null collate pg_catalog."C",
        channel_id text not null collate pg_catalog."C",
        thread_ts text not null collate pg_catalog."C",
        asker text,
        answered_at timestamptz(3) not null,
        told_at timestamptz(3),
        quiet_at timestamptz(3),
        constraint slack_threads_pkey primary key (team_id, workspace_id, channel_id, thread_ts),
        constraint slack_threads_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table slack_threads, slack_listed_cards, slack_troubles, slack_digests, slack_homes, slack_drafts, slack_feedback, slack_answers, slack_requests, slack_messages, slack_channels, slack_workspaces',
    );
  }
}
