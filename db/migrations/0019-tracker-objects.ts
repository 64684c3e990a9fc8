import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: objects attached to an issue (a link with counts, a customer request per quote, labels, sub-issues) are
 * created once and follow the evidence, so each needs a row before the first call to the tracker.
 */
export class TrackerObjects1780000000019 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table tracker_objects (
        team_id text not null collate pg_catalog."C",
        object_id uuid default gen_random_uuid() not null,
        recommendation_id text not null collate pg_catalog."C",
        normalized_url text not null,
        kind text not null,
        key text not null collate pg_catalog."C",
        state text default 'planned' not null,
        content_hash text,
        created_at timestamptz(3) default now() not null,
        turn integer default 0 not null,
        sent_at timestamptz(3),
        refused_at timestamptz(3),
        failure text,
        constraint tracker_objects_kind_check check (kind in ('back_link', 'customer_request', 'labels', 'sub_issue')),
        constraint tracker_objects_state_check check (state in ('planned', 'sent', 'made', 'refused')),
        constraint tracker_objects_sent_check check ((state <> 'sent') or (sent_at is not null)),
        constraint tracker_objects_refused_check check ((state <> 'refused') or ((refused_at is not null) and (failure is not null))),
        constraint tracker_objects_pkey primary key (team_id, object_id),
        constraint tracker_objects_link_fkey foreign key (team_id, recommendation_id, normalized_url) references work_item_links(team_id, recommendation_id, normalized_url) on delete cascade
      )
    `);
    // One issue may be linked to several recommendations that share a quote.
    await runner.query(`
      create unique index tracker_objects_by_key on tracker_objects (team_id, normalized_url, kind, key)
    `);
    await runner.query(`
      create index tracker_objects_by_link on tracker_objects (team_id, recommendation_id, normalized_url)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table tracker_objects');
  }
}
