import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: posted answers and digests reflect an erasure. The digest's message is stored, as the answer's is, and a
 * message in Slack is redrawn while it shows an older version than the stored one.
 */
export class PostedMessagesFollow1780000000014 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table slack_answers
        add version integer default 0 not null,
        add shown_version integer default 0 not null
    `);
    await runner.query(`
      alter table slack_digests
        add message jsonb,
        add version integer default 0 not null,
        add shown_version integer default 0 not null
    `);
    await runner.query(`
      create index slack_answers_outdated on slack_answers (team_id) where (version > shown_version)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index slack_answers_outdated');
    await runner.query('alter table slack_answers drop version, drop shown_version');
    await runner.query('alter table slack_digests drop message, drop version, drop shown_version');
  }
}
