import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: issues are created once, followed, commented on, and asked about when they are done. */
export class Issues1780000000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table tracker_pushes (
        team_id text not null collate pg_catalog."C",
        recommendation_id text not null collate pg_catalog."C",
        provider text not null,
        client_id uuid not null,
        lease_id uuid,
        lease_until timestamptz(3),
        sent_at timestamptz(3),
        retry_at timestamptz(3),
        attempts integer default 0 not null,
        failure text,
        external_id text collate pg_catalog."C",
        native_id text collate pg_catalog."C",
        url text,
        title text,
        dropped text[] default '{}'::text[] not null,
        created_at timestamptz(3) default now() not null,
        linked_at timestamptz(3),
        request jsonb default '{}'::jsonb not null,
        state text default 'planned' not null,
        constraint tracker_pushes_issue_check check (((url is null) = (external_id is null)) and ((url is null) = (native_id is null)) and ((url is null) = (title is null))),
        constraint tracker_pushes_lease_check check ((lease_id is null) = (lease_until is null)),
        constraint tracker_pushes_linked_check check ((state = 'linked') = (linked_at is not null)),
        constraint tracker_pushes_made_check check ((state in ('made', 'linked')) = (url is not null)),
        constraint tracker_pushes_sent_check check ((state <> 'sent') or (sent_at is not null)),
        constraint tracker_pushes_state_check check (state in ('planned', 'sent', 'made', 'linked')),
        constraint tracker_pushes_pkey primary key (team_id, recommendation_id, provider),
        constraint tracker_pushes_recommendation_fkey foreign key (team_id, recommendation_id) references recommendations(team_id, recommendation_id) on delete cascade
      )
    `);
    await runner.query(`
      create unique index tracker_pushes_by_client on tracker_pushes (team_id, client_id)
    `);
    await runner.query(`
      create table tracker_deliveries (
        team_id text not null collate pg_catalog."C",
        tracker text not null,
        delivery_id text not null collate pg_catalog."C",
        body_hash bytea not null,
        received_at timestamptz(3) default now() not null,
        constraint tracker_deliveries_pkey primary key (team_id, tracker, delivery_id),
        constraint tracker_deliveries_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create unique index tracker_deliveries_by_body on tracker_deliveries (team_id, tracker, body_hash)
    `);
    await runner.query(`
      create index tracker_deliveries_by_received on tracker_deliveries (received_at)
    `);
    await runner.query(`
      create table work_item_states (
        team_id text not null collate pg_catalog."C",
        recommendation_id text not null collate pg_catalog."C",
        normalized_url text not null,
        tracker text not null,
        external_id text not null collate pg_catalog."C",
        native_id text not null collate pg_catalog."C",
        url text not null,
        title text not null,
        state text not null,
        reopened boolean default false not null,
        moved_from text,
        changed_by text,
        updated_at timestamptz(3) not null,
        read_at timestamptz(3),
        state_before text,
        constraint work_item_states_state_before_check check (state_before in ('open', 'started', 'completed', 'canceled', 'duplicate')),
        constraint work_item_states_state_check check (state in ('open', 'started', 'completed', 'canceled', 'duplicate', 'deleted')),
        constraint work_item_states_pkey primary key (team_id, recommendation_id, normalized_url),
        constraint work_item_states_link_fkey foreign key (team_id, recommendation_id, normalized_url) references work_item_links(team_id, recommendation_id, normalized_url) on delete cascade
      )
    `);
    await runner.query(`
      create index work_item_states_by_external_id on work_item_states (team_id, tracker, external_id)
    `);
    await runner.query(`
      create index work_item_states_by_native_id on work_item_states (team_id, tracker, native_id)
    `);
    await runner.query(`
      create table work_item_comments (
        team_id text not null collate pg_catalog."C",
        comment_id uuid not null,
        recommendation_id text not null collate pg_catalog."C",
        normalized_url text not null,
        cause text not null,
        markdown text not null,
        created_at timestamptz(3) default now() not null,
        turn integer default 0 not null,
        sent_at timestamptz(3),
        posted_at timestamptz(3),
        failure text,
        constraint work_item_comments_pkey primary key (team_id, comment_id),
        constraint work_item_comments_link_fkey foreign key (team_id, recommendation_id, normalized_url) references work_item_links(team_id, recommendation_id, normalized_url) on delete cascade
      )
    `);
    await runner.query(`
      create unique index work_item_comments_by_cause on work_item_comments (team_id, recommendation_id, normalized_url, cause)
    `);
    await runner.query(`
      create table ship_questions (
        team_id text not null collate pg_catalog."C",
        question_id text not null collate pg_catalog."C",
        recommendation_id text not null collate pg_catalog."C",
        normalized_url text not null,
        completed_by text,
        asked_at timestamptz(3) not null,
        closed_at timestamptz(3),
        closed_as text,
        closed_by text,
        constraint ship_questions_closed_as_check check (closed_as in ('shipped', 'not_yet', 'settled', 'withdrawn')),
        constraint ship_questions_closed_check check ((closed_at is null) = (closed_as is null)),
        constraint ship_questions_pkey primary key (team_id, question_id),
        constraint ship_questions_link_fkey foreign key (team_id, recommendation_id, normalized_url) references work_item_links(team_id, recommendation_id, normalized_url) on delete cascade
      )
    `);
    await runner.query(`
      create unique index ship_questions_one_open on ship_questions (team_id, recommendation_id) where (closed_at is null)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table ship_questions, work_item_comments, work_item_states, tracker_deliveries, tracker_pushes',
    );
  }
}
