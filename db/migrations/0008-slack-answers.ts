import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: an answer that one person got is shared word for word, and once; asked again it could differ. */
export class SlackAnswers1763600000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table slack_answers (
        team_id text collate "C" not null,
        answer_id text collate "C" not null,
        asked_by text not null,
        question text not null,
        -- as rendered for the person who asked, without its buttons
        message jsonb not null,
        asked_at timestamptz(3) not null default now(),
        shared_at timestamptz(3),
        constraint slack_answers_pkey primary key (team_id, answer_id),
        constraint slack_answers_team_fkey foreign key (team_id) references teams (team_id) on delete cascade
      );
      create index slack_answers_by_asked on slack_answers (team_id, asked_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table slack_answers');
  }
}
