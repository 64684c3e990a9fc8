import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: an issue is handed to a coding agent once, and the card shows whether the agent began. */
export class Handovers1780000000017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table handovers (
        team_id text not null collate pg_catalog."C",
        handover_id text not null collate pg_catalog."C",
        recommendation_id text not null collate pg_catalog."C",
        normalized_url text not null,
        agent text not null,
        agent_name text,
        state text default 'asked' not null,
        round integer default 1 not null,
        turn integer default 0 not null,
        asked_at timestamptz(3) default now() not null,
        sent_at timestamptz(3),
        handed_at timestamptz(3),
        late_at timestamptz(3),
        failure text,
        pull_name text,
        pull_url text,
        pull_state text,
        merge_asked boolean default false not null,
        constraint handovers_state_check check (state in ('asked', 'sent', 'handed', 'begun', 'failed')),
        constraint handovers_sent_check check ((state <> 'sent') or (sent_at is not null)),
        constraint handovers_handed_check check ((state in ('handed', 'begun')) = (handed_at is not null)),
        constraint handovers_late_check check ((late_at is null) or (state = 'handed')),
        constraint handovers_failed_check check ((state = 'failed') = (failure is not null)),
        constraint handovers_pull_check check (((pull_url is null) = (pull_name is null)) and ((pull_url is null) = (pull_state is null))),
        constraint handovers_pull_state_check check (pull_state in ('draft', 'open', 'merged', 'closed')),
        constraint handovers_pkey primary key (team_id, handover_id),
        constraint handovers_link_fkey foreign key (team_id, recommendation_id, normalized_url) references work_item_links(team_id, recommendation_id, normalized_url) on delete cascade
      )
    `);
    await runner.query(`
      create unique index handovers_by_link on handovers (team_id, recommendation_id, normalized_url)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table handovers');
  }
}
