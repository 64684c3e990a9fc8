import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: a message is posted at most once per card and channel, and a request from Slack takes effect once. */
export class Slack1763600000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table slack_messages (
        team_id text collate "C" not null,
        workspace_id text collate "C" not null,
        channel_id text collate "C" not null,
        subject_type text not null,
        subject_id text collate "C" not null,
        -- null until Slack has answered; claimed_at without a ts is a post under way or an answer lost
        ts text,
        claim_id uuid not null,
        claimed_at timestamptz(3) not null,
        posted_at timestamptz(3),
        rendered_hash text,
        version integer not null default 0,
        failure text,
        constraint slack_messages_pkey primary key (team_id, workspace_id, channel_id, subject_type, subject_id),
        constraint slack_messages_team_fkey foreign key (team_id) references teams (team_id) on delete cascade
      );
      create index slack_messages_by_subject on slack_messages (team_id, subject_type, subject_id);

      create table slack_requests (
        team_id text collate "C" not null,
        request_key text not null,
        received_at timestamptz(3) not null default now(),
        constraint slack_requests_pkey primary key (team_id, request_key),
        constraint slack_requests_team_fkey foreign key (team_id) references teams (team_id) on delete cascade
      );
      create index slack_requests_by_received on slack_requests (team_id, received_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table slack_requests, slack_messages');
  }
}
