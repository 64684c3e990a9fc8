import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: many workspaces install the app, each tied to one team, with tokens that only ENCRYPTION_KEY opens;
 * a conversation in a thread is remembered so that it can go on, and what people think of an answer is
 * kept; what a person has begun in Slack (saving a message, choosing a study for a file) waits for them.
 */
export class SlackWorkspaces1763600000021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table slack_workspaces (
        team_id text collate "C" not null,
        workspace_id text collate "C" not null,
        name text not null,
        bot_user_id text not null,
        bot_id text,
        sealed_token text not null,
        installed_by text not null,
        installed_at timestamptz(3) not null,
        constraint slack_workspaces_pkey primary key (team_id, workspace_id),
        constraint slack_workspaces_team_fkey foreign key (team_id) references teams (team_id) on delete cascade,
        -- a workspace shows the beliefs of one team and never of another
        constraint slack_workspaces_workspace_key unique (workspace_id)
      );

      alter table slack_answers
        add column workspace_id text collate "C",
        add column channel_id text collate "C",
        -- the thread that the answer stands in; null for one that only who asked has seen
        add column thread_ts text,
        add column answer text,
        add column covered boolean,
        add column citations jsonb not null default '[]',
        add column research_gap_id text collate "C",
        add column drafted_study_id text collate "C";
      create index slack_answers_by_thread on slack_answers (team_id, channel_id, thread_ts, asked_at) where thread_ts is not null;

      create table slack_feedback (
        team_id text collate "C" not null,
        answer_id text collate "C" not null,
        user_id text collate "C" not null,
        helpful boolean not null,
        question text not null,
        covered boolean,
        given_at timestamptz(3) not null,
        constraint slack_feedback_pkey primary key (team_id, answer_id, user_id),
        constraint slack_feedback_team_fkey foreign key (team_id) references teams (team_id) on delete cascade
      );
      create index slack_feedback_by_given on slack_feedback (team_id, given_at);

      create table slack_drafts (
        team_id text collate "C" not null,
        draft_id text collate "C" not null,
        kind text not null,
        made_by text not null,
        content jsonb not null,
        created_at timestamptz(3) not null,
        -- of a draft that somebody has decided about, so that two clicks are one
        taken_at timestamptz(3),
        constraint slack_drafts_pkey primary key (team_id, draft_id),
        constraint slack_drafts_team_fkey foreign key (team_id) references teams (team_id) on delete cascade,
        constraint slack_drafts_kind_check check (kind in ('evidence', 'files'))
      );
      create index slack_drafts_by_created on slack_drafts (team_id, created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table slack_drafts, slack_feedback, slack_workspaces;
      alter table slack_answers
        drop column workspace_id, drop column channel_id, drop column thread_ts, drop column answer,
        drop column covered, drop column citations, drop column research_gap_id, drop column drafted_study_id;
    `);
  }
}
