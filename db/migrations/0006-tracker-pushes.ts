import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: an issue is made at most once, so the attempt is stored before the tracker is called. */
export class TrackerPushes1763600000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table tracker_pushes (
        team_id text collate "C" not null,
        recommendation_id text collate "C" not null,
        provider text not null,
        -- the issue's own id (Linear) or its marker (GitHub)
        client_id uuid not null,
        -- who works on it now; a process that dies leaves a lease that runs out
        lease_id uuid,
        lease_until timestamptz(3),
        -- a creation was sent and is not known to have failed: look before creating again
        sent_at timestamptz(3),
        retry_at timestamptz(3),
        attempts integer not null default 0,
        failure text,
        external_id text collate "C",
        native_id text collate "C",
        url text,
        title text,
        dropped text[] not null default '{}',
        created_at timestamptz(3) not null default now(),
        linked_at timestamptz(3),
        constraint tracker_pushes_pkey primary key (team_id, recommendation_id, provider),
        constraint tracker_pushes_recommendation_fkey foreign key (team_id, recommendation_id) references recommendations (team_id, recommendation_id) on delete cascade,
        constraint tracker_pushes_lease_check check ((lease_id is null) = (lease_until is null)),
        constraint tracker_pushes_issue_check check (
          (url is null) = (external_id is null) and (url is null) = (native_id is null) and (url is null) = (title is null)),
        constraint tracker_pushes_linked_check check (linked_at is null or url is not null)
      );
      create unique index tracker_pushes_by_client on tracker_pushes (team_id, client_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table tracker_pushes');
  }
}
