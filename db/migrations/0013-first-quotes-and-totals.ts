import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: a signal's packet asked every quote of its themes for the first one, so a theme keeps that as a fact.
 * And the totals of lists are counted from indexes of their own: equal keys are stored once there, so ten
 * thousand rows are counted from a dozen pages.
 */
export class FirstQuotesAndTotals1763600000013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- derived
      alter table themes add column first_captured_at timestamptz(3);
      update themes t set first_captured_at = fact.first
        from (select team_id, theme_id, min(captured_at) as first
                from evidence where qualifies group by team_id, theme_id) fact
       where t.team_id = fact.team_id and t.theme_id = fact.theme_id;

      create index signals_open on signals (team_id, trajectory) where not archived;
      create index recommendations_by_state on recommendations (team_id, state) where published;
      create index research_gaps_by_status on research_gaps (team_id, status);
      create index action_cards_pending on action_cards (team_id, snoozed_until) where resolved_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index signals_open, recommendations_by_state, research_gaps_by_status, action_cards_pending;
      alter table themes drop column first_captured_at;
    `);
  }
}
