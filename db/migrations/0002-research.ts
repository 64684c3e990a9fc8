import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: the material (participants, studies, source items, themes, evidence) and the beliefs (signals)
 * that stand on it. Columns marked "derived" are facts counted from evidence; they are rewritten in the
 * transaction that changes evidence, so that a list page costs one index scan whatever the corpus.
 * Foreign keys are deferrable because a snapshot's references may point forward.
 */
export class Research1763600000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table participants (
        team_id text collate "C" not null,
        participant_id text collate "C" not null,
        display_name text not null,
        email text,
        last_contacted_at timestamptz(3),
        constraint participants_pkey primary key (team_id, participant_id),
        constraint participants_team_fkey foreign key (team_id) references teams (team_id) on delete cascade
      );

      create table studies (
        team_id text collate "C" not null,
        study_id text collate "C" not null,
        name text not null,
        status text not null,
        created_at timestamptz(3) not null,
        objective text,
        open_questions jsonb not null default '[]',
        learning_targets jsonb not null default '[]',
        summary jsonb,
        -- derived
        participant_count integer not null default 0,
        theme_count integer not null default 0,
        source_item_count integer not null default 0,
        constraint studies_pkey primary key (team_id, study_id),
        constraint studies_team_fkey foreign key (team_id) references teams (team_id) on delete cascade,
        constraint studies_status_check check (status in ('draft', 'publishing', 'active', 'paused', 'completed'))
      );
      create index studies_by_created on studies (team_id, created_at desc, study_id);

      create table source_items (
        team_id text collate "C" not null,
        source_item_id text collate "C" not null,
        study_id text collate "C" not null,
        participant_id text collate "C" not null,
        status text not null,
        captured_at timestamptz(3) not null,
        quality_score double precision,
        covered_target_ids text[] not null default '{}',
        organic boolean not null default true,
        transcript jsonb,
        -- derived
        evidence_count integer not null default 0,
        constraint source_items_pkey primary key (team_id, source_item_id),
        constraint source_items_study_fkey foreign key (team_id, study_id) references studies (team_id, study_id) deferrable,
        constraint source_items_participant_fkey foreign key (team_id, participant_id) references participants (team_id, participant_id) deferrable,
        constraint source_items_status_check check (status in ('in_progress', 'processing', 'failed', 'analyzed', 'insufficient', 'analysis_failed')),
        constraint source_items_quality_check check (quality_score between 0 and 1)
      );
      create index source_items_by_study on source_items (team_id, study_id, captured_at desc, source_item_id);
      create index source_items_by_participant on source_items (team_id, participant_id);
      create index source_items_by_captured on source_items (team_id, captured_at);

      create table themes (
        team_id text collate "C" not null,
        theme_id text collate "C" not null,
        study_id text collate "C" not null,
        label text not null,
        description text not null,
        sentiment text not null,
        parent_theme_id text collate "C",
        -- derived
        participant_count integer not null default 0,
        evidence_count integer not null default 0,
        counter_participant_count integer not null default 0,
        counter_evidence_count integer not null default 0,
        trajectory text not null default 'stable',
        trajectory_until timestamptz(3),
        constraint themes_pkey primary key (team_id, theme_id),
        constraint themes_study_fkey foreign key (team_id, study_id) references studies (team_id, study_id) deferrable,
        constraint themes_parent_fkey foreign key (team_id, parent_theme_id) references themes (team_id, theme_id) deferrable,
        constraint themes_sentiment_check check (sentiment in ('positive', 'negative', 'neutral', 'mixed')),
        constraint themes_trajectory_check check (trajectory in ('rising', 'stable', 'declining', 'new'))
      );
      create index themes_by_study on themes (team_id, study_id, theme_id);
      create index themes_by_parent on themes (team_id, parent_theme_id) where parent_theme_id is not null;
      create index themes_by_trajectory_until on themes (team_id, trajectory_until) where trajectory_until is not null;

      create table evidence (
        team_id text collate "C" not null,
        evidence_id text collate "C" not null,
        kind text not null,
        quote text not null,
        note text,
        theme_id text collate "C" not null,
        source_item_id text collate "C" not null,
        time_in_call_secs double precision,
        captured_at timestamptz(3),
        -- true: captured_at is the source item's and follows it
        captured_at_inherited boolean not null default true,
        strength double precision not null default 0.5,
        prompted boolean not null default false,
        withdrawn boolean not null default false,
        -- derived from the source item, so that reads need no join to filter or count
        study_id text collate "C" not null,
        participant_id text collate "C" not null,
        qualifies boolean not null,
        constraint evidence_pkey primary key (team_id, evidence_id),
        constraint evidence_theme_fkey foreign key (team_id, theme_id) references themes (team_id, theme_id) deferrable,
        constraint evidence_source_item_fkey foreign key (team_id, source_item_id) references source_items (team_id, source_item_id) deferrable,
        constraint evidence_kind_check check (kind in ('evidence', 'counterEvidence')),
        constraint evidence_strength_check check (strength between 0 and 1)
      );
      create index evidence_by_theme on evidence (team_id, theme_id, kind, strength desc, captured_at desc nulls last, evidence_id) where qualifies;
      create index evidence_by_study on evidence (team_id, study_id, kind, strength desc, captured_at desc nulls last, evidence_id) where qualifies;
      create index evidence_by_source_item on evidence (team_id, source_item_id);

      create table signals (
        team_id text collate "C" not null,
        signal_id text collate "C" not null,
        ref_number integer not null,
        label text not null,
        description text not null,
        implication text,
        -- as given by the file; read only where no dated quote tells it
        stated_first_seen_at timestamptz(3),
        created_at timestamptz(3) not null default now(),
        archived boolean not null default false,
        archive_reason text,
        archived_at timestamptz(3),
        -- the recommendation whose validated outcome archived it; null when a person or a file did
        archived_by_recommendation_id text collate "C",
        -- derived
        stage text not null default 'emerging',
        trajectory text not null default 'stable',
        trajectory_until timestamptz(3),
        participant_count integer not null default 0,
        study_count integer not null default 0,
        source_item_count integer not null default 0,
        quote_count integer not null default 0,
        counter_participant_count integer not null default 0,
        counter_evidence_count integer not null default 0,
        first_seen_at timestamptz(3) not null default now(),
        latest_captured_at timestamptz(3),
        last_updated_at timestamptz(3) not null default now(),
        constraint signals_pkey primary key (team_id, signal_id),
        constraint signals_team_fkey foreign key (team_id) references teams (team_id) on delete cascade,
        constraint signals_ref_key unique (team_id, ref_number) deferrable,
        constraint signals_archive_check check (archived = (archived_at is not null) and archived = (archive_reason is not null)),
        constraint signals_archive_reason_check check (archive_reason in ('validated', 'retired')),
        constraint signals_stage_check check (stage in ('emerging', 'established')),
        constraint signals_trajectory_check check (trajectory in ('rising', 'stable', 'declining', 'new'))
      );
      create index signals_by_updated on signals (team_id, archived, last_updated_at desc, signal_id);
      create index signals_by_trajectory_until on signals (team_id, trajectory_until) where trajectory_until is not null;

      create table signal_themes (
        team_id text collate "C" not null,
        signal_id text collate "C" not null,
        theme_id text collate "C" not null,
        position integer not null,
        relationship text not null,
        narrative text,
        -- null: as old as the theme's first quote
        added_at timestamptz(3),
        constraint signal_themes_pkey primary key (team_id, signal_id, theme_id),
        constraint signal_themes_signal_fkey foreign key (team_id, signal_id) references signals (team_id, signal_id) on delete cascade deferrable,
        constraint signal_themes_theme_fkey foreign key (team_id, theme_id) references themes (team_id, theme_id) deferrable,
        constraint signal_themes_relationship_check check (relationship in ('supports', 'contradicts', 'nuances'))
      );
      create index signal_themes_by_theme on signal_themes (team_id, theme_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table signal_themes, signals, evidence, themes, source_items, studies, participants',
    );
  }
}
