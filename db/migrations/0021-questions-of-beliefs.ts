import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: people ask in other words than participants use. A belief can carry the questions that it answers, in the
 * words of those who ask, and is found by them too.
 */
export class QuestionsOfBeliefs1780000000021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table signals add column questions jsonb default '[]' not null`);
    await runner.query(`
      create index signals_by_questions on signals using gin (team_id, to_tsvector('english', questions))
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index signals_by_questions');
    await runner.query('alter table signals drop column questions');
  }
}
