import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: words of names that wait to be sorted into the index are read one by one by every question, and an import of
 * many people leaves many. A name has few words, so they are sorted in at once.
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
