import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: ranking beliefs for a question computed the words of each belief and of its questions, up to a millisecond
 * for a belief with forty questions. They are stored, and one index serves both.
 */
export class SearchWordsOfBeliefs1780000000022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table signals add column search_words tsvector generated always as (
        to_tsvector('english', label || ' ' || description || ' ' || coalesce(implication, ''))
        || to_tsvector('english', questions)
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
