import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: an answer is understood from the question before it, so what is said around a quote in its transcript
 * is indexed beside it. It is counted apart: what only an interviewer asked nobody has said. British and
 * American spelling became one, so every team's index is built anew, in the background.
 */
export class Surroundings1763600000015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table evidence_search
        -- stems of what is said around the quote, separated by spaces
        add column around_terms text not null default '';
      alter table search_terms
        -- rows that have it in none of both but around the quote
        add column around_rows integer not null default 0;

      insert into jobs (team_id, kind, key)
      select team_id, 'refresh-search', 'refresh-search' from search_statistics
      on conflict do nothing;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table evidence_search drop column around_terms;
      alter table search_terms drop column around_rows;
    `);
  }
}
