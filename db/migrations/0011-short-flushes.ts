import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: the write that fills the list of words that wait to be sorted into the index sorts them all in. At its usual
 * size that takes a quarter of a second of the embedded database, in which nobody else is served.
 */
export class ShortFlushes1780000000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter index evidence_search_by_words set (gin_pending_list_limit = 512)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter index evidence_search_by_words reset (gin_pending_list_limit)');
  }
}
