import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: pages show when quotes were said, and must not count all quotes on every visit. */
export class FactsOverTime1780000000013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table signals add quotes_by_month jsonb');
    await runner.query('alter table themes add first_source_item_id text collate pg_catalog."C"');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table signals drop quotes_by_month');
    await runner.query('alter table themes drop first_source_item_id');
  }
}
