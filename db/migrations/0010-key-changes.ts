import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: every process remembers the keys it has checked, so each must hear at once when one is changed. */
export class KeyChanges1763600000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function api_keys_changed() returns trigger language plpgsql as $$
      begin
        perform pg_notify('api_keys_changed', '');
        return null;
      end $$;
      create trigger api_keys_changed after delete or update of scope, key_hash, expires_at, revoked_at, name
        on api_keys for each statement execute function api_keys_changed();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger api_keys_changed on api_keys;
      drop function api_keys_changed;
    `);
  }
}
