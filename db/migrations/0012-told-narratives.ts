import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: a model writes how a belief appears in a study, once per state of its quotes; `told_of` is their digest. */
export class ToldNarratives1780000000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table signal_themes add column told_of text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table signal_themes drop column told_of');
  }
}
