import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: every question scans the words of names that are not yet sorted into the index, and an import of many people
 * leaves many. A name has few words, so they are sorted in immediately.
 */
export class NamesAtOnce1780000000015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter index participants_by_name_words set (fastupdate = off)');
    await runner.query(`select gin_clean_pending_list('participants_by_name_words')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter index participants_by_name_words reset (fastupdate)');
  }
}
