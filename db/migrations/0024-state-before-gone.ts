import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: an issue that drops out of sight and comes back completed is news only where it was not completed when it
 * was last seen.
 */
export class StateBeforeGone1763600000024 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table work_item_states
        -- of a deleted one: what it was when it was last seen
        add column state_before text,
        add constraint work_item_states_state_before_check
          check (state_before in ('open', 'started', 'completed', 'canceled', 'duplicate'))
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table work_item_states drop column state_before');
  }
}
