import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Types of card are no longer listed in the database: everything that writes cards, the engine and imports, has its
 * list from `CARD_TYPES`, and a new type would need a migration for nothing.
 */
export class CardTypes1780000000120 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table action_cards drop constraint action_cards_type_check');
  }

  /** Not validated: cards of newer types may exist. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table action_cards add constraint action_cards_type_check check (type in (
         'fix_contradicted', 'new_recommendation', 'live_call', 'cross_study_signal', 'research_gap',
         'follow_up_suggestion', 'low_balance', 'theme_contradiction', 'study_saturation', 'interview_failure'
       )) not valid`,
    );
  }
}
