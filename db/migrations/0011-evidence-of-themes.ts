import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: deleting a theme looked through every quote, because `evidence_by_theme` has only those that qualify. */
export class EvidenceOfThemes1780000000110 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index evidence_of_themes on evidence (team_id, theme_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index evidence_of_themes');
  }
}
