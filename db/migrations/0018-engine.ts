import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: the engine mints a card or a gap once for a cause and closes it when the cause is gone, in any number of
 * processes, and looks only at what changed. Causes are rows of their own, because an imported card or gap may
 * stand for one too, and those rows belong to whoever imported them.
 */
export class Engine1763600000018 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table engine_causes (
        team_id text collate "C" not null,
        -- the rule and what it speaks of, e.g. stale_evidence:signal-7
        cause text collate "C" not null,
        rule text not null,
        -- the signal, theme, study, source item, recommendation or gap that it speaks of; '' the team
        about_id text collate "C" not null,
        -- the card or gap that stands for it
        subject_id text collate "C" not null,
        -- false: an imported one does, which the engine never changes
        minted boolean not null,
        -- of a live call: the quote that shows it
        quote_id text collate "C",
        began_at timestamptz(3) not null,
        -- null: it holds; a cause that comes back after it was gone is a new one
        gone_at timestamptz(3),
        constraint engine_causes_pkey primary key (team_id, cause),
        constraint engine_causes_team_fkey foreign key (team_id) references teams (team_id) on delete cascade
      );
      create index engine_causes_live on engine_causes (team_id, rule, about_id) where gone_at is null;

      -- what changed since the engine last looked; kind 'team': anything may have. The same thing can stand here
      -- many times: a write that marks must not wait for the run that takes the marks.
      create table engine_marks (
        team_id text collate "C" not null,
        mark_id bigint generated always as identity,
        kind text not null,
        id text collate "C" not null,
        constraint engine_marks_pkey primary key (team_id, mark_id),
        constraint engine_marks_team_fkey foreign key (team_id) references teams (team_id) on delete cascade,
        constraint engine_marks_kind_check check (kind in ('team', 'signal', 'theme', 'study', 'source_item', 'recommendation'))
      );

      -- when the engine last looked: what fell due by time alone fell due since then
      create table engine_runs (
        team_id text collate "C" not null,
        ran_at timestamptz(3) not null,
        constraint engine_runs_pkey primary key (team_id),
        constraint engine_runs_team_fkey foreign key (team_id) references teams (team_id) on delete cascade
      );
      create index signals_by_latest_capture on signals (team_id, latest_captured_at) where not archived;
      -- a person can bring a card back whose cause has found another one meanwhile; engine_causes keeps them one
      drop index action_cards_one_per_cause;
      create index action_cards_imported on action_cards (team_id, type) where cause is null;

      create table post_ship_receipts (
        team_id text collate "C" not null,
        signal_id text collate "C" not null,
        recommendation_id text collate "C" not null,
        shipped_at timestamptz(3) not null,
        observed_at timestamptz(3) not null,
        quiet_since timestamptz(3) not null,
        window_days integer not null,
        interview_count integer not null,
        trajectory text not null,
        constraint post_ship_receipts_pkey primary key (team_id, signal_id, recommendation_id),
        constraint post_ship_receipts_signal_fkey foreign key (team_id, signal_id) references signals (team_id, signal_id) on delete cascade,
        constraint post_ship_receipts_recommendation_fkey foreign key (team_id, recommendation_id) references recommendations (team_id, recommendation_id) on delete cascade,
        constraint post_ship_receipts_trajectory_check check (trajectory in ('rising', 'stable', 'declining', 'new'))
      );

      -- when the engine wrote the summary, and a digest of it; a summary of another time is a person's
      alter table studies add column summary_basis text;
      -- of the learning targets that the interview was last read for
      alter table source_items add column targets_digest text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table source_items drop column targets_digest;
      alter table studies drop column summary_basis;
      drop table post_ship_receipts;
      drop index signals_by_latest_capture, action_cards_imported;
      create unique index action_cards_one_per_cause on action_cards (team_id, cause)
        where cause is not null and resolved_at is null;
      drop table engine_runs, engine_marks, engine_causes;
    `);
  }
}
