import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: studies, their participants, what they said, and the themes of it. */
export class Research1780000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table studies (
        team_id text not null collate pg_catalog."C",
        study_id text not null collate pg_catalog."C",
        name text not null,
        status text not null,
        created_at timestamptz(3) not null,
        objective text,
        open_questions jsonb default '[]'::jsonb not null,
        learning_targets jsonb default '[]'::jsonb not null,
        summary jsonb,
        participant_count integer default 0 not null,
        theme_count integer default 0 not null,
        source_item_count integer default 0 not null,
        analyzed_count integer default 0 not null,
        avg_quality_score double precision,
        touched jsonb default '{}'::jsonb not null,
        summary_basis text,
        speaker_roles jsonb default '{}'::jsonb not null,
        constraint studies_status_check check (status in ('draft', 'publishing', 'active', 'paused', 'completed')),
        constraint studies_pkey primary key (team_id, study_id),
        constraint studies_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create index studies_by_created on studies (team_id, created_at desc, study_id)
    `);
    await runner.query(`
      create table participants (
        team_id text not null collate pg_catalog."C",
        participant_id text not null collate pg_catalog."C",
        display_name text not null,
        email text,
        last_contacted_at timestamptz(3),
        constraint participants_pkey primary key (team_id, participant_id),
        constraint participants_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create index participants_name_idx on participants (team_id, "left"(display_name, 200))
    `);
    await runner.query(`
      create table source_items (
        team_id text not null collate pg_catalog."C",
        source_item_id text not null collate pg_catalog."C",
        study_id text not null collate pg_catalog."C",
        participant_id text not null collate pg_catalog."C",
        status text not null,
        captured_at timestamptz(3) not null,
        quality_score double precision,
        covered_target_ids text[] default '{}'::text[] not null,
        organic boolean default true not null,
        transcript jsonb,
        evidence_count integer default 0 not null,
        interviewers text[] default '{}'::text[] not null,
        failure text,
        targets_digest text,
        talk_id text collate pg_catalog."C",
        talk_turns integer[],
        constraint source_items_quality_check check ((quality_score >= (0)::double precision) and (quality_score <= (1)::double precision)),
        constraint source_items_status_check check (status in ('in_progress', 'processing', 'failed', 'analyzed', 'insufficient', 'analysis_failed')),
        constraint source_items_pkey primary key (team_id, source_item_id),
        constraint source_items_participant_fkey foreign key (team_id, participant_id) references participants(team_id, participant_id) deferrable,
        constraint source_items_study_fkey foreign key (team_id, study_id) references studies(team_id, study_id) deferrable
      )
    `);
    await runner.query(`
      create index source_items_by_captured on source_items (team_id, captured_at)
    `);
    await runner.query(`
      create index source_items_by_participant on source_items (team_id, participant_id)
    `);
    await runner.query(`
      create index source_items_by_study on source_items (team_id, study_id, captured_at desc, source_item_id)
    `);
    await runner.query(`
      create index source_items_by_talk on source_items (team_id, talk_id) where (talk_id is not null)
    `);
    await runner.query(`
      create table source_files (
        team_id text not null collate pg_catalog."C",
        file_id text not null collate pg_catalog."C",
        study_id text not null collate pg_catalog."C",
        file_name text,
        name_hash text not null,
        path_hash text,
        content_hash text not null,
        options jsonb default '{}'::jsonb not null,
        status text not null,
        failure text,
        source_item_ids text[] default '{}'::text[] not null,
        speakers jsonb default '[]'::jsonb not null,
        erased_source_item_ids text[] default '{}'::text[] not null,
        erased_speakers text[] default '{}'::text[] not null,
        ingested_at timestamptz(3) not null,
        given_up jsonb,
        said_sketch integer[],
        constraint source_files_status_check check (status in ('reading', 'done', 'failed')),
        constraint source_files_pkey primary key (team_id, file_id),
        constraint source_files_study_fkey foreign key (team_id, study_id) references studies(team_id, study_id) on delete cascade deferrable
      )
    `);
    await runner.query(`
      create index source_files_by_item on source_files using gin (source_item_ids)
    `);
    await runner.query(`
      create index source_files_by_study on source_files (team_id, study_id, name_hash)
    `);
    await runner.query(`
      create table themes (
        team_id text not null collate pg_catalog."C",
        theme_id text not null collate pg_catalog."C",
        study_id text not null collate pg_catalog."C",
        label text not null,
        description text not null,
        sentiment text not null,
        parent_theme_id text collate pg_catalog."C",
        participant_count integer default 0 not null,
        evidence_count integer default 0 not null,
        counter_participant_count integer default 0 not null,
        counter_evidence_count integer default 0 not null,
        trajectory text default 'stable' not null,
        trajectory_until timestamptz(3),
        first_captured_at timestamptz(3),
        founded_by text,
        label_by_person boolean default false not null,
        awaits_signal boolean default false not null,
        belief_key text collate pg_catalog."C",
        constraint themes_sentiment_check check (sentiment in ('positive', 'negative', 'neutral', 'mixed')),
        constraint themes_trajectory_check check (trajectory in ('rising', 'stable', 'declining', 'new')),
        constraint themes_pkey primary key (team_id, theme_id),
        constraint themes_parent_fkey foreign key (team_id, parent_theme_id) references themes(team_id, theme_id) deferrable,
        constraint themes_study_fkey foreign key (team_id, study_id) references studies(team_id, study_id) deferrable
      )
    `);
    await runner.query(`
      create index themes_by_parent on themes (team_id, parent_theme_id) where (parent_theme_id is not null)
    `);
    await runner.query(`
      create index themes_by_study on themes (team_id, study_id, theme_id)
    `);
    await runner.query(`
      create index themes_by_trajectory_until on themes (team_id, trajectory_until) where (trajectory_until is not null)
    `);
    await runner.query(`
      create unique index themes_one_per_belief on themes (team_id, study_id, belief_key) where (belief_key is not null)
    `);
    await runner.query(`
      create table evidence (
        team_id text not null collate pg_catalog."C",
        evidence_id text not null collate pg_catalog."C",
        kind text not null,
        quote text not null,
        note text,
        theme_id text not null collate pg_catalog."C",
        source_item_id text not null collate pg_catalog."C",
        time_in_call_secs double precision,
        captured_at timestamptz(3),
        captured_at_inherited boolean default true not null,
        strength double precision default 0.5 not null,
        prompted boolean default false not null,
        withdrawn boolean default false not null,
        study_id text not null collate pg_catalog."C",
        participant_id text not null collate pg_catalog."C",
        qualifies boolean not null,
        constraint evidence_kind_check check (kind in ('evidence', 'counterEvidence')),
        constraint evidence_strength_check check ((strength >= (0)::double precision) and (strength <= (1)::double precision)),
        constraint evidence_pkey primary key (team_id, evidence_id),
        constraint evidence_source_item_fkey foreign key (team_id, source_item_id) references source_items(team_id, source_item_id) deferrable,
        constraint evidence_theme_fkey foreign key (team_id, theme_id) references themes(team_id, theme_id) deferrable
      )
    `);
    await runner.query(`
      create index evidence_by_source_item on evidence (team_id, source_item_id)
    `);
    await runner.query(`
      create index evidence_by_study on evidence (team_id, study_id, kind, strength desc, captured_at desc nulls last, evidence_id) include (theme_id, participant_id) where qualifies
    `);
    await runner.query(`
      create index evidence_of_themes on evidence (team_id, theme_id)
    `);
    await runner.query(`
      create index evidence_by_theme on evidence (team_id, theme_id, kind, strength desc, captured_at desc nulls last, evidence_id) include (study_id, participant_id) where qualifies
    `);
    await runner.query(`
      create table evidence_facts (
        team_id text not null collate pg_catalog."C",
        scope text not null,
        scope_id text not null collate pg_catalog."C",
        both_kinds boolean not null,
        total integer not null,
        distinct_participants integer not null,
        theme_ids text[] not null,
        study_ids text[] not null,
        constraint evidence_facts_scope_check check (scope in ('signal', 'study')),
        constraint evidence_facts_pkey primary key (team_id, scope, scope_id, both_kinds),
        constraint evidence_facts_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create function add_to_list_total(of_team text, of_list text, of_part text, change bigint) returns void
        language plpgsql
        as $$
            begin
              update list_totals set amount = amount + change
               where (team_id, list, part, slot) = (
                 select team_id, list, part, slot from list_totals
                  where team_id = of_team and list = of_list and part = of_part
                  order by slot limit 1 for update skip locked);
              if not found then
                -- a team that is being deleted has no totals any more
                insert into list_totals (team_id, list, part, amount)
                select team_id, of_list, of_part, change from teams where team_id = of_team;
              end if;
            end $$
    `);
    await runner.query(`
      create function keep_total_of_studies() returns trigger
        language plpgsql
        as $$
          begin
            if tg_op = 'INSERT' then 
          perform add_to_list_total(team_id, 'studies', part, sum(change))
             from (select team_id, '' as part, 1 as change from added where true) changes group by team_id, part having sum(change) <> 0
            order by team_id, part;
            elsif tg_op = 'DELETE' then 
          perform add_to_list_total(team_id, 'studies', part, sum(change))
             from (select team_id, '' as part, -1 as change from removed where true) changes group by team_id, part having sum(change) <> 0
            order by team_id, part;
            else 
          perform add_to_list_total(team_id, 'studies', part, sum(change))
             from (select team_id, '' as part, 1 as change from added where true union all select team_id, '' as part, -1 as change from removed where true) changes group by team_id, part having sum(change) <> 0
            order by team_id, part;
            end if;
            return null;
          end $$
    `);
    await runner.query(`
      create trigger studies_total_delete after delete on studies referencing old table as removed for each statement execute function keep_total_of_studies()
    `);
    await runner.query(`
      create trigger studies_total_insert after insert on studies referencing new table as added for each statement execute function keep_total_of_studies()
    `);
    await runner.query(`
      create trigger studies_total_update after update on studies referencing old table as removed new table as added for each statement execute function keep_total_of_studies()
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table evidence_facts, evidence, themes, source_files, source_items, participants, studies',
    );
    await runner.query('drop function keep_total_of_studies');
    await runner.query('drop function add_to_list_total');
  }
}
