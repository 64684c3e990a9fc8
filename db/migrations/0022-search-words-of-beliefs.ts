import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: ranking beliefs for a question computed the words of each belief and of its questions, up to a millisecond
 * for a belief with forty questions. They are stored, and one index serves both. Of a text, the first 100,000 characters
 * count: an imported belief of a megabyte was refused with Postgres' own error, since its words take too much room.
 */
export class SearchWordsOfBeliefs1780000000022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table signals add column search_words tsvector generated always as (
        to_tsvector('english', left(label || ' ' || description || ' ' || coalesce(implication, ''), 100000))
        || to_tsvector('english', left(questions::text, 100000))
      ) stored not null
    `);
    await runner.query('drop index signals_by_words, signals_by_questions');
    await runner.query(`
      create index signals_by_words on signals using gin (team_id, search_words)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table signals drop column search_words');
    await runner.query(`
      create index signals_by_words on signals using gin (
        team_id,
        to_tsvector('english', label || ' ' || description || ' ' || coalesce(implication, ''))
      )
    `);
    await runner.query(`
      create index signals_by_questions on signals using gin (team_id, to_tsvector('english', questions))
    `);
  }
}
