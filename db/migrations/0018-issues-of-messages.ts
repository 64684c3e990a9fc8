import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: an issue can also be created from a message in Slack, with the same guarantees as for a recommendation. Its
 * row has no recommendation, so the key of a push is its own id. A message can have several issues, numbered by
 * `copy`.
 */
export class IssuesOfMessages1780000000018 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table tracker_pushes
        drop constraint tracker_pushes_pkey,
        add constraint tracker_pushes_pkey primary key using index tracker_pushes_by_client,
        alter column recommendation_id drop not null,
        add column message_key text collate pg_catalog."C",
        add column copy integer default 1 not null,
        add column signal_id text collate pg_catalog."C",
        add column status jsonb,
        add column read_at timestamptz(3),
        add constraint tracker_pushes_subject_check check ((recommendation_id is null) <> (message_key is null)),
        add constraint tracker_pushes_copy_check check (copy = 1 or (copy > 1 and message_key is not null)),
        add constraint tracker_pushes_team_fkey foreign key (team_id) references teams(team_id) on delete cascade,
        add constraint tracker_pushes_signal_fkey foreign key (team_id, signal_id) references signals(team_id, signal_id) on delete set null (signal_id)
    `);
    await runner.query(`
      create unique index tracker_pushes_by_recommendation on tracker_pushes (team_id, recommendation_id, provider)
    `);
    await runner.query(`
      create unique index tracker_pushes_by_message on tracker_pushes (team_id, message_key, provider, copy)
    `);
    await runner.query(`
      create index tracker_pushes_by_signal on tracker_pushes (team_id, signal_id) where (signal_id is not null)
    `);
    await runner.query(`
      alter table slack_drafts
        drop constraint slack_drafts_kind_check,
        add constraint slack_drafts_kind_check check (kind in ('evidence', 'files', 'issue'))
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from slack_drafts where kind = 'issue'`);
    await runner.query(`
      alter table slack_drafts
        drop constraint slack_drafts_kind_check,
        add constraint slack_drafts_kind_check check (kind in ('evidence', 'files'))
    `);
    await runner.query(`delete from tracker_pushes where recommendation_id is null`);
    await runner.query(`
      alter table tracker_pushes
        drop constraint tracker_pushes_pkey,
        drop constraint tracker_pushes_team_fkey,
        drop constraint tracker_pushes_signal_fkey,
        drop constraint tracker_pushes_subject_check,
        drop constraint tracker_pushes_copy_check,
        drop column message_key,
        drop column copy,
        drop column signal_id,
        drop column status,
        drop column read_at,
        alter column recommendation_id set not null
    `);
    await runner.query('drop index tracker_pushes_by_recommendation');
    await runner.query(`
      alter table tracker_pushes
        add constraint tracker_pushes_pkey primary key (team_id, recommendation_id, provider)
    `);
    await runner.query(`
      create unique index tracker_pushes_by_client on tracker_pushes (team_id, client_id)
    `);
  }
}
