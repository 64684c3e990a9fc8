import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: what people decided about a quote outlives every later reading: where they placed it, and what it does not support. */
export class PeopleDecide1780000000140 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table extracted_quotes add column placed_by_person boolean default false not null
    `);
    await runner.query(`
      create table rejected_quotes (
        team_id text not null collate pg_catalog."C",
        entry_id text not null collate pg_catalog."C",
        quote_id text not null collate pg_catalog."C",
        signal_id text not null collate pg_catalog."C",
        source_item_id text not null collate pg_catalog."C",
        quote text not null,
        rejected_at timestamptz(3) not null,
        constraint rejected_quotes_pkey primary key (team_id, entry_id, quote_id),
        constraint rejected_quotes_source_item_fkey foreign key (team_id, source_item_id) references source_items(team_id, source_item_id) on delete cascade
      )
    `);
    await runner.query(`
      create index rejected_quotes_by_source_item on rejected_quotes (team_id, source_item_id, entry_id)
    `);
    await runner.query(`
      create index rejected_quotes_by_quote on rejected_quotes (team_id, quote_id)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table extracted_quotes drop column placed_by_person');
    await runner.query('drop table rejected_quotes');
  }
}
