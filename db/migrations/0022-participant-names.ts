import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: what Slack shows is looked through for participants' whole names, with every card and answer. A name has no
 * longest length, an index entry has.
 */
export class ParticipantNames1763600000022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index participants_name_idx on participants (team_id, left(display_name, 200))',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index participants_name_idx');
  }
}
