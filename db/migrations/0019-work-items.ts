import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: what becomes of a linked issue comes back to its belief: its state, once each delivery, one comment for
 * each thing that happened here, and one open question whether what is done has shipped.
 */
export class WorkItems1763600000019 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- what a person chose for the issue: a creation that may have taken effect is looked for where it was sent
      alter table tracker_pushes add column request jsonb not null default '{}';

      create table work_item_states (
        team_id text collate "C" not null,
        recommendation_id text collate "C" not null,
        normalized_url text not null,
        tracker text not null,
        external_id text collate "C" not null,
        native_id text collate "C" not null,
        url text not null,
        title text not null,
        state text not null,
        -- it had ended before, and is at work again
        reopened boolean not null default false,
        -- what it was called in the team or repository that it came from
        moved_from text,
        -- who brought it into its state, where the tracker says
        changed_by text,
        -- the tracker's clock: what it says of an earlier instant is old news
        updated_at timestamptz(3) not null,
        -- when the tracker was last asked
        read_at timestamptz(3),
        constraint work_item_states_pkey primary key (team_id, recommendation_id, normalized_url),
        constraint work_item_states_link_fkey foreign key (team_id, recommendation_id, normalized_url) references work_item_links (team_id, recommendation_id, normalized_url) on delete cascade,
        constraint work_item_states_state_check check (state in ('open', 'started', 'completed', 'canceled', 'duplicate', 'deleted'))
      );
      create index work_item_states_by_native_id on work_item_states (team_id, tracker, native_id);
      create index work_item_states_by_external_id on work_item_states (team_id, tracker, external_id);

      create table tracker_deliveries (
        team_id text collate "C" not null,
        tracker text not null,
        delivery_id text collate "C" not null,
        -- the id is not signed everywhere: the same words under another id are the same delivery
        body_hash bytea not null,
        received_at timestamptz(3) not null default now(),
        constraint tracker_deliveries_pkey primary key (team_id, tracker, delivery_id),
        constraint tracker_deliveries_team_fkey foreign key (team_id) references teams (team_id) on delete cascade
      );
      create unique index tracker_deliveries_by_body on tracker_deliveries (team_id, tracker, body_hash);
      create index tracker_deliveries_by_received on tracker_deliveries (received_at);

      create table work_item_comments (
        team_id text collate "C" not null,
        -- the comment's own id (Linear) or its marker (GitHub)
        comment_id uuid not null,
        recommendation_id text collate "C" not null,
        normalized_url text not null,
        -- what it tells of: one comment each
        cause text not null,
        markdown text not null,
        created_at timestamptz(3) not null default now(),
        -- counts the takers: one that was overtaken sends nothing more
        turn integer not null default 0,
        -- it was sent and is not known to have failed: look before sending again
        sent_at timestamptz(3),
        posted_at timestamptz(3),
        failure text,
        constraint work_item_comments_pkey primary key (team_id, comment_id),
        constraint work_item_comments_link_fkey foreign key (team_id, recommendation_id, normalized_url) references work_item_links (team_id, recommendation_id, normalized_url) on delete cascade
      );
      create unique index work_item_comments_by_cause on work_item_comments (team_id, recommendation_id, normalized_url, cause);

      create table ship_questions (
        team_id text collate "C" not null,
        question_id text collate "C" not null,
        recommendation_id text collate "C" not null,
        normalized_url text not null,
        completed_by text,
        asked_at timestamptz(3) not null,
        closed_at timestamptz(3),
        closed_as text,
        closed_by text,
        constraint ship_questions_pkey primary key (team_id, question_id),
        constraint ship_questions_link_fkey foreign key (team_id, recommendation_id, normalized_url) references work_item_links (team_id, recommendation_id, normalized_url) on delete cascade,
        constraint ship_questions_closed_check check ((closed_at is null) = (closed_as is null)),
        constraint ship_questions_closed_as_check check (closed_as in ('shipped', 'not_yet', 'settled', 'withdrawn'))
      );
      create unique index ship_questions_one_open on ship_questions (team_id, recommendation_id) where closed_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table ship_questions, work_item_comments, tracker_deliveries, work_item_states;
      alter table tracker_pushes drop column request;
    `);
  }
}
