import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: every question looks up the people whom it names, among all participants of a team. */
export class NamesOfParticipants1780000000170 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index participants_by_name_words on participants using gin (
        team_id,
        regexp_split_to_array(lower("left"(display_name, 200)), '[^[:alnum:]'']+')
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index participants_by_name_words');
  }
}
