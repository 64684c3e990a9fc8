import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: new words of the index wait in a list, and the write that fills it sorts all of them in. At its usual size
 * that blocks the embedded database for everyone for a quarter of a second.
 */
export class ShortFlushes1780000000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter index evidence_search_by_words set (gin_pending_list_limit = 512)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter index evidence_search_by_words reset (gin_pending_list_limit)');
  }
}
