import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: what a model answered is kept by what it was asked, so that an interrupted run continues and nothing is asked
 * twice; a team's tokens of a day are counted against its limit; a quote keeps its claim and what the check said of it.
 */
export class ReadingWithAModel1780000000130 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table model_answers (
        team_id text not null collate pg_catalog."C",
        answer_id text not null collate pg_catalog."C",
        task text not null,
        source_item_ids text[] not null collate pg_catalog."C",
        answer jsonb not null,
        answered_at timestamptz(3) not null,
        constraint model_answers_pkey primary key (team_id, answer_id),
        constraint model_answers_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create index model_answers_by_interview on model_answers using gin (source_item_ids)
    `);
    await runner.query(`
      create table model_days (
        team_id text not null collate pg_catalog."C",
        day date not null,
        input_tokens bigint default 0 not null,
        output_tokens bigint default 0 not null,
        calls integer default 0 not null,
        constraint model_days_pkey primary key (team_id, day),
        constraint model_days_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      alter table extracted_quotes
        add column claim text,
        add column verdict text,
        add column weighed boolean default false not null,
        add column urgency text,
        add constraint extracted_quotes_verdict_check check (verdict in ('supports', 'contradicts', 'neither')),
        add constraint extracted_quotes_urgency_check
          check (urgency in ('churn_risk', 'emotional_intensity', 'none'))
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table extracted_quotes drop column claim, drop column verdict, drop column weighed, drop column urgency
    `);
    await runner.query('drop table model_days, model_answers');
  }
}
