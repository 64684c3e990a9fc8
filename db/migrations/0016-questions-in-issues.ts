import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: a question inside an issue is answered once, and all processes share the one app token of a tracker. */
export class QuestionsInIssues1780000000016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table issue_questions (
        team_id text not null collate pg_catalog."C",
        provider text not null,
        question_id text not null collate pg_catalog."C",
        state text default 'asked' not null,
        reply text default 'answer' not null,
        thread_id text,
        external_id text not null,
        native_id text not null,
        url text not null,
        asked_by text,
        question text,
        notice_id uuid default gen_random_uuid() not null,
        reply_id uuid default gen_random_uuid() not null,
        asked_at timestamptz(3) default now() not null,
        turn integer default 0 not null,
        sent_at timestamptz(3),
        settled_at timestamptz(3),
        constraint issue_questions_reply_check check (reply in ('answer', 'limit', 'stop', 'apology')),
        constraint issue_questions_sent_check check ((state <> 'sent') or (sent_at is not null)),
        constraint issue_questions_settled_check check ((state in ('asked', 'noticed', 'sent')) = (settled_at is null)),
        constraint issue_questions_state_check check (state in ('asked', 'noticed', 'sent', 'answered', 'declined', 'stopped', 'failed')),
        constraint issue_questions_text_check check ((settled_at is null) or ((question is null) and (asked_by is null))),
        constraint issue_questions_pkey primary key (team_id, provider, question_id),
        constraint issue_questions_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create index issue_questions_by_issue on issue_questions (team_id, provider, native_id, asked_at)
    `);
    await runner.query(`
      create index issue_questions_by_thread on issue_questions (team_id, provider, thread_id) where (settled_at is null)
    `);
    await runner.query(`
      create index issue_questions_by_asked on issue_questions (asked_at)
    `);
    await runner.query(`
      create table tracker_tokens (
        team_id text not null collate pg_catalog."C",
        provider text not null,
        sealed_token text,
        lease_id uuid,
        lease_until timestamptz(3),
        renewed_at timestamptz(3),
        constraint tracker_tokens_lease_check check ((lease_id is null) = (lease_until is null)),
        constraint tracker_tokens_pkey primary key (team_id, provider),
        constraint tracker_tokens_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table tracker_tokens, issue_questions');
  }
}
