import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: a question finds beliefs by their own words, and a rating says why an answer did not help. */
export class Ask1780000000160 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index signals_by_words on signals using gin (
        team_id,
        to_tsvector('english', label || ' ' || description || ' ' || coalesce(implication, ''))
      )
    `);
    await runner.query(`
      alter table slack_feedback
        add column kind text, add column refs text[] default '{}' not null, add column reason text
    `);
    await runner.query('alter table slack_answers add column kind text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table slack_answers drop column kind');
    await runner.query(
      'alter table slack_feedback drop column reason, drop column refs, drop column kind',
    );
    await runner.query('drop index signals_by_words');
  }
}
