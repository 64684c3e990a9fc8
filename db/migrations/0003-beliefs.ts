import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: signals, recommendations, research gaps, the inbox, the history, and list totals kept by triggers. */
export class Beliefs1780000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table list_totals (
        team_id text not null collate pg_catalog."C",
        list text not null,
        part text not null,
        slot bigint generated always as identity,
        amount integer not null,
        constraint list_totals_pkey primary key (team_id, list, part, slot),
        constraint list_totals_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create table signals (
        team_id text not null collate pg_catalog."C",
        signal_id text not null collate pg_catalog."C",
        ref_number integer not null,
        label text not null,
        description text not null,
        implication text,
        stated_first_seen_at timestamptz(3),
        created_at timestamptz(3) default now() not null,
        archived boolean default false not null,
        archive_reason text,
        archived_at timestamptz(3),
        archived_by_recommendation_id text collate pg_catalog."C",
        stage text default 'emerging' not null,
        trajectory text default 'stable' not null,
        trajectory_until timestamptz(3),
        participant_count integer default 0 not null,
        study_count integer default 0 not null,
        source_item_count integer default 0 not null,
        quote_count integer default 0 not null,
        counter_participant_count integer default 0 not null,
        counter_evidence_count integer default 0 not null,
        first_seen_at timestamptz(3) default now() not null,
        latest_captured_at timestamptz(3),
        last_updated_at timestamptz(3) default now() not null,
        founded_by text,
        label_by_person boolean default false not null,
        belief_key text collate pg_catalog."C",
        belief_thing text,
        kept_at timestamptz(3),
        recommended boolean default false not null,
        constraint signals_archive_check check ((archived = (archived_at is not null)) and (archived = (archive_reason is not null))),
        constraint signals_archive_reason_check check (archive_reason in ('validated', 'retired')),
        constraint signals_stage_check check (stage in ('emerging', 'established')),
        constraint signals_trajectory_check check (trajectory in ('rising', 'stable', 'declining', 'new')),
        constraint signals_pkey primary key (team_id, signal_id),
        constraint signals_ref_key unique (team_id, ref_number) deferrable,
        constraint signals_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create index signals_by_latest_capture on signals (team_id, latest_captured_at) where (not archived)
    `);
    await runner.query(`
      create index signals_by_trajectory_until on signals (team_id, trajectory_until) where (trajectory_until is not null)
    `);
    await runner.query(`
      create index signals_by_updated on signals (team_id, archived, last_updated_at desc, signal_id)
    `);
    await runner.query(`
      create unique index signals_one_per_belief on signals (team_id, belief_key) where (belief_key is not null)
    `);
    await runner.query(`
      create index signals_open on signals (team_id, trajectory) where (not archived)
    `);
    await runner.query(`
      create index signals_recommended on signals (team_id, last_updated_at desc, signal_id) where (recommended and (not archived))
    `);
    await runner.query(`
      create table signal_themes (
        team_id text not null collate pg_catalog."C",
        signal_id text not null collate pg_catalog."C",
        theme_id text not null collate pg_catalog."C",
        "position" integer not null,
        relationship text not null,
        narrative text,
        added_at timestamptz(3),
        constraint signal_themes_relationship_check check (relationship in ('supports', 'contradicts', 'nuances')),
        constraint signal_themes_pkey primary key (team_id, signal_id, theme_id),
        constraint signal_themes_signal_fkey foreign key (team_id, signal_id) references signals(team_id, signal_id) on delete cascade deferrable,
        constraint signal_themes_theme_fkey foreign key (team_id, theme_id) references themes(team_id, theme_id) deferrable
      )
    `);
    await runner.query(`
      create index signal_themes_by_theme on signal_themes (team_id, theme_id)
    `);
    await runner.query(`
      create table recommendations (
        team_id text not null collate pg_catalog."C",
        recommendation_id text not null collate pg_catalog."C",
        title text not null,
        body text not null,
        confidence text not null,
        confidence_rationale text,
        counter_evidence_note text,
        action_items jsonb default '[]'::jsonb not null,
        evidence_snapshot jsonb,
        published boolean default true not null,
        generated_at timestamptz(3) not null,
        state text default 'open' not null,
        decision text,
        decided_at timestamptz(3),
        decision_note text,
        outcome text,
        outcome_at timestamptz(3),
        outcome_note text,
        reopened_at timestamptz(3),
        updated_at timestamptz(3) not null,
        constraint recommendations_confidence_check check (confidence in ('high', 'moderate', 'low')),
        constraint recommendations_decision_check check ((decision is null) = (decided_at is null)),
        constraint recommendations_outcome_check check ((outcome is null) = (outcome_at is null)),
        constraint recommendations_state_check check (((state = 'open') and (decision is null) and (outcome is null)) or ((state = 'accepted') and (decision = 'accepted') and (outcome is null)) or ((state = 'dismissed') and (decision = 'dismissed') and (outcome is null)) or ((state = 'shipped') and (decision = 'accepted') and (outcome = 'shipped')) or ((state = 'stale') and (decision = 'accepted') and (outcome = 'stale')) or ((state = 'archived') and (decision = 'accepted') and (outcome = 'validated'))),
        constraint recommendations_pkey primary key (team_id, recommendation_id),
        constraint recommendations_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create index recommendations_by_state on recommendations (team_id, state) where published
    `);
    await runner.query(`
      create index recommendations_by_updated on recommendations (team_id, updated_at desc, recommendation_id) include (state) where published
    `);
    await runner.query(`
      create table recommendation_signals (
        team_id text not null collate pg_catalog."C",
        recommendation_id text not null collate pg_catalog."C",
        signal_id text not null collate pg_catalog."C",
        "position" integer not null,
        constraint recommendation_signals_pkey primary key (team_id, recommendation_id, signal_id),
        constraint recommendation_signals_recommendation_fkey foreign key (team_id, recommendation_id) references recommendations(team_id, recommendation_id) on delete cascade deferrable,
        constraint recommendation_signals_signal_fkey foreign key (team_id, signal_id) references signals(team_id, signal_id) deferrable
      )
    `);
    await runner.query(`
      create index recommendation_signals_by_signal on recommendation_signals (team_id, signal_id)
    `);
    await runner.query(`
      create table work_item_links (
        team_id text not null collate pg_catalog."C",
        recommendation_id text not null collate pg_catalog."C",
        normalized_url text not null,
        url text not null,
        provider text not null,
        external_id text collate pg_catalog."C",
        title text,
        linked_at timestamptz(3) not null,
        "position" integer default 0 not null,
        constraint work_item_links_provider_check check (provider ~ '^[a-z][a-z0-9]{0,31}$'::text),
        constraint work_item_links_pkey primary key (team_id, recommendation_id, normalized_url),
        constraint work_item_links_recommendation_fkey foreign key (team_id, recommendation_id) references recommendations(team_id, recommendation_id) on delete cascade deferrable
      )
    `);
    await runner.query(`
      create index work_item_links_by_url on work_item_links (team_id, normalized_url)
    `);
    await runner.query(`
      create table research_gaps (
        team_id text not null collate pg_catalog."C",
        research_gap_id text not null collate pg_catalog."C",
        signal_id text not null collate pg_catalog."C",
        type text not null,
        status text default 'open' not null,
        description text not null,
        suggested_action text not null,
        drafted_study_id text collate pg_catalog."C",
        created_at timestamptz(3) not null,
        minted boolean default false not null,
        constraint research_gaps_status_check check (status in ('open', 'accepted', 'applied', 'dismissed')),
        constraint research_gaps_type_check check (type in ('missing_breadth', 'thin_counter_evidence', 'topic_asymmetry', 'stale_evidence', 'post_ship_verification')),
        constraint research_gaps_pkey primary key (team_id, research_gap_id),
        constraint research_gaps_signal_fkey foreign key (team_id, signal_id) references signals(team_id, signal_id) deferrable,
        constraint research_gaps_study_fkey foreign key (team_id, drafted_study_id) references studies(team_id, study_id) deferrable
      )
    `);
    await runner.query(`
      create index research_gaps_by_created on research_gaps (team_id, created_at desc, research_gap_id) include (status)
    `);
    await runner.query(`
      create index research_gaps_by_signal on research_gaps (team_id, signal_id)
    `);
    await runner.query(`
      create index research_gaps_by_status on research_gaps (team_id, status)
    `);
    await runner.query(`
      create unique index research_gaps_one_open on research_gaps (team_id, signal_id, type) where (minted and (status = 'open'))
    `);
    await runner.query(`
      create table action_cards (
        team_id text not null collate pg_catalog."C",
        action_card_id text not null collate pg_catalog."C",
        type text not null,
        summary text not null,
        quote text,
        reason text,
        priority smallint not null,
        urgency double precision default 0.5 not null,
        created_at timestamptz(3) not null,
        study_ids text[] default '{}'::text[] not null,
        theme_ids text[] default '{}'::text[] not null,
        source_item_id text collate pg_catalog."C",
        signal_id text collate pg_catalog."C",
        recommendation_id text collate pg_catalog."C",
        participant_id text collate pg_catalog."C",
        snoozed_until timestamptz(3),
        resolved_at timestamptz(3),
        resolution text,
        cause text,
        constraint action_cards_live_call_check check ((type = 'live_call') or ((quote is null) and (reason is null))),
        constraint action_cards_priority_check check ((priority >= 1) and (priority <= 10)),
        constraint action_cards_reason_check check (reason in ('contradicts_signal', 'emotional_intensity', 'churn_risk')),
        constraint action_cards_resolution_check check ((resolution in ('followed', 'dismissed', 'contacted')) and ((resolution is null) = (resolved_at is null))),
        constraint action_cards_urgency_check check ((urgency >= (0)::double precision) and (urgency <= (1)::double precision)),
        constraint action_cards_pkey primary key (team_id, action_card_id),
        constraint action_cards_participant_fkey foreign key (team_id, participant_id) references participants(team_id, participant_id) deferrable,
        constraint action_cards_recommendation_fkey foreign key (team_id, recommendation_id) references recommendations(team_id, recommendation_id) deferrable,
        constraint action_cards_signal_fkey foreign key (team_id, signal_id) references signals(team_id, signal_id) deferrable,
        constraint action_cards_source_item_fkey foreign key (team_id, source_item_id) references source_items(team_id, source_item_id) deferrable,
        constraint action_cards_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create index action_cards_by_recommendation on action_cards (team_id, recommendation_id) where (recommendation_id is not null)
    `);
    await runner.query(`
      create index action_cards_by_signal on action_cards (team_id, signal_id) where (signal_id is not null)
    `);
    await runner.query(`
      create index action_cards_imported on action_cards (team_id, type) where (cause is null)
    `);
    await runner.query(`
      create index action_cards_pending on action_cards (team_id, snoozed_until) where (resolved_at is null)
    `);
    await runner.query(`
      create index action_cards_queue on action_cards (team_id, priority, urgency desc, created_at desc, action_card_id) include (snoozed_until) where (resolved_at is null)
    `);
    await runner.query(`
      create table card_notes (
        team_id text not null collate pg_catalog."C",
        note_id bigint generated always as identity,
        action_card_id text not null collate pg_catalog."C",
        note jsonb not null,
        at timestamptz(3) not null,
        actor_type text not null,
        actor_id text not null collate pg_catalog."C",
        actor_name text not null,
        constraint card_notes_pkey primary key (team_id, note_id),
        constraint card_notes_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create index card_notes_by_card on card_notes (team_id, action_card_id, note_id)
    `);
    await runner.query(`
      create table history (
        team_id text not null collate pg_catalog."C",
        entry_id bigint generated always as identity,
        at timestamptz(3) not null,
        action text not null,
        subject_type text not null,
        subject_id text not null collate pg_catalog."C",
        actor_type text not null,
        actor_id text not null collate pg_catalog."C",
        actor_name text not null,
        note text,
        detail jsonb default '{}'::jsonb not null,
        constraint history_actor_type_check check (actor_type in ('api_key', 'slack_user', 'operator', 'service')),
        constraint history_pkey primary key (team_id, entry_id),
        constraint history_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create index history_by_subject on history (team_id, subject_type, subject_id, entry_id)
    `);
    await runner.query(`
      create function can_be_acted_on(published boolean, state text) returns boolean
        language sql immutable
        as $$ select published and state not in ('dismissed', 'archived') $$
    `);
    await runner.query(`
      create function is_recommended(of_team text, of_signal text) returns boolean
        language sql stable
        as $$
              select exists (
                select from recommendation_signals rs
                  join recommendations r on r.team_id = rs.team_id and r.recommendation_id = rs.recommendation_id
                 where rs.team_id = of_team and rs.signal_id = of_signal
                   and can_be_acted_on(r.published, r.state))
            $$
    `);
    await runner.query(`
      create function settle_recommended(team_ids text[], signal_ids text[]) returns void
        language plpgsql
        as $$
            begin
              -- of two decisions at once the later one waits here and then sees what the other committed
              perform from signals s
                 join unnest(team_ids, signal_ids) touched (team_id, signal_id)
                   on s.team_id = touched.team_id and s.signal_id = touched.signal_id
                order by s.team_id, s.signal_id for no key update of s;
              update signals s set recommended = not s.recommended
                from (select distinct team_id, signal_id
                        from unnest(team_ids, signal_ids) touched (team_id, signal_id)) touched
               where s.team_id = touched.team_id and s.signal_id = touched.signal_id
                 and s.recommended <> is_recommended(s.team_id, s.signal_id);
            end $$
    `);
    await runner.query(`
      create function keep_recommended_on_insert_of_signals() returns trigger
        language plpgsql
        as $$
          declare team_ids text[]; signal_ids text[];
          begin
            select array_agg(team_id), array_agg(signal_id) into team_ids, signal_ids from (select team_id, signal_id from added) touched;
            if team_ids is not null then perform settle_recommended(team_ids, signal_ids); end if;
            return null;
          end $$
    `);
    await runner.query(`
      create function keep_total_of_signals() returns trigger
        language plpgsql
        as $$
          begin
            if tg_op = 'INSERT' then 
          perform add_to_list_total(team_id, 'signals', part, sum(change))
             from (select team_id, trajectory as part, 1 as change from added where not archived) changes group by team_id, part having sum(change) <> 0
            order by team_id, part;
            elsif tg_op = 'DELETE' then 
          perform add_to_list_total(team_id, 'signals', part, sum(change))
             from (select team_id, trajectory as part, -1 as change from removed where not archived) changes group by team_id, part having sum(change) <> 0
            order by team_id, part;
            else 
          perform add_to_list_total(team_id, 'signals', part, sum(change))
             from (select team_id, trajectory as part, 1 as change from added where not archived union all select team_id, trajectory as part, -1 as change from removed where not archived) changes group by team_id, part having sum(change) <> 0
            order by team_id, part;
            end if;
            return null;
          end $$
    `);
    await runner.query(`
      create function keep_recommended_on_insert_of_recommendations() returns trigger
        language plpgsql
        as $$
          declare team_ids text[]; signal_ids text[];
          begin
            select array_agg(team_id), array_agg(signal_id) into team_ids, signal_ids from (
        select link.team_id, link.signal_id from added a
          join recommendation_signals link
            on link.team_id = a.team_id and link.recommendation_id = a.recommendation_id) touched;
            if team_ids is not null then perform settle_recommended(team_ids, signal_ids); end if;
            return null;
          end $$
    `);
    await runner.query(`
      create function keep_recommended_on_update_of_recommendations() returns trigger
        language plpgsql
        as $$
          declare team_ids text[]; signal_ids text[];
          begin
            select array_agg(team_id), array_agg(signal_id) into team_ids, signal_ids from (
        select link.team_id, link.signal_id from added a
            join removed b on b.team_id = a.team_id and b.recommendation_id = a.recommendation_id
          join recommendation_signals link
            on link.team_id = a.team_id and link.recommendation_id = a.recommendation_id
            where can_be_acted_on(a.published, a.state) <> can_be_acted_on(b.published, b.state)) touched;
            if team_ids is not null then perform settle_recommended(team_ids, signal_ids); end if;
            return null;
          end $$
    `);
    await runner.query(`
      create function keep_total_of_recommendations() returns trigger
        language plpgsql
        as $$
          begin
            if tg_op = 'INSERT' then 
          perform add_to_list_total(team_id, 'recommendations', part, sum(change))
             from (select team_id, state as part, 1 as change from added where published) changes group by team_id, part having sum(change) <> 0
            order by team_id, part;
            elsif tg_op = 'DELETE' then 
          perform add_to_list_total(team_id, 'recommendations', part, sum(change))
             from (select team_id, state as part, -1 as change from removed where published) changes group by team_id, part having sum(change) <> 0
            order by team_id, part;
            else 
          perform add_to_list_total(team_id, 'recommendations', part, sum(change))
             from (select team_id, state as part, 1 as change from added where published union all select team_id, state as part, -1 as change from removed where published) changes group by team_id, part having sum(change) <> 0
            order by team_id, part;
            end if;
            return null;
          end $$
    `);
    await runner.query(`
      create function keep_recommended_on_delete_of_recommendation_signals() returns trigger
        language plpgsql
        as $$
          declare team_ids text[]; signal_ids text[];
          begin
            select array_agg(team_id), array_agg(signal_id) into team_ids, signal_ids from (select team_id, signal_id from removed) touched;
            if team_ids is not null then perform settle_recommended(team_ids, signal_ids); end if;
            return null;
          end $$
    `);
    await runner.query(`
      create function keep_recommended_on_insert_of_recommendation_signals() returns trigger
        language plpgsql
        as $$
          declare team_ids text[]; signal_ids text[];
          begin
            select array_agg(team_id), array_agg(signal_id) into team_ids, signal_ids from (select team_id, signal_id from added) touched;
            if team_ids is not null then perform settle_recommended(team_ids, signal_ids); end if;
            return null;
          end $$
    `);
    await runner.query(`
      create function keep_total_of_research_gaps() returns trigger
        language plpgsql
        as $$
          begin
            if tg_op = 'INSERT' then 
          perform add_to_list_total(team_id, 'research_gaps', part, sum(change))
             from (select team_id, status as part, 1 as change from added where true) changes group by team_id, part having sum(change) <> 0
            order by team_id, part;
            elsif tg_op = 'DELETE' then 
          perform add_to_list_total(team_id, 'research_gaps', part, sum(change))
             from (select team_id, status as part, -1 as change from removed where true) changes group by team_id, part having sum(change) <> 0
            order by team_id, part;
            else 
          perform add_to_list_total(team_id, 'research_gaps', part, sum(change))
             from (select team_id, status as part, 1 as change from added where true union all select team_id, status as part, -1 as change from removed where true) changes group by team_id, part having sum(change) <> 0
            order by team_id, part;
            end if;
            return null;
          end $$
    `);
    await runner.query(`
      create function keep_total_of_action_cards() returns trigger
        language plpgsql
        as $$
          begin
            if tg_op = 'INSERT' then 
          perform add_to_list_total(team_id, 'action_cards', part, sum(change))
             from (select team_id, type as part, 1 as change from added where resolved_at is null) changes group by team_id, part having sum(change) <> 0
            order by team_id, part;
            elsif tg_op = 'DELETE' then 
          perform add_to_list_total(team_id, 'action_cards', part, sum(change))
             from (select team_id, type as part, -1 as change from removed where resolved_at is null) changes group by team_id, part having sum(change) <> 0
            order by team_id, part;
            else 
          perform add_to_list_total(team_id, 'action_cards', part, sum(change))
             from (select team_id, type as part, 1 as change from added where resolved_at is null union all select team_id, type as part, -1 as change from removed where resolved_at is null) changes group by team_id, part having sum(change) <> 0
            order by team_id, part;
            end if;
            return null;
          end $$
    `);
    await runner.query(`
      create function history_is_append_only() returns trigger
        language plpgsql
        as $$
            begin
              raise exception 'history is append-only';
            end $$
    `);
    await runner.query(`
      create trigger signals_recommended_insert after insert on signals referencing new table as added for each statement execute function keep_recommended_on_insert_of_signals()
    `);
    await runner.query(`
      create trigger signals_total_delete after delete on signals referencing old table as removed for each statement execute function keep_total_of_signals()
    `);
    await runner.query(`
      create trigger signals_total_insert after insert on signals referencing new table as added for each statement execute function keep_total_of_signals()
    `);
    await runner.query(`
      create trigger signals_total_update after update on signals referencing old table as removed new table as added for each statement execute function keep_total_of_signals()
    `);
    await runner.query(`
      create trigger recommendations_recommended_insert after insert on recommendations referencing new table as added for each statement execute function keep_recommended_on_insert_of_recommendations()
    `);
    await runner.query(`
      create trigger recommendations_recommended_update after update on recommendations referencing old table as removed new table as added for each statement execute function keep_recommended_on_update_of_recommendations()
    `);
    await runner.query(`
      create trigger recommendations_total_delete after delete on recommendations referencing old table as removed for each statement execute function keep_total_of_recommendations()
    `);
    await runner.query(`
      create trigger recommendations_total_insert after insert on recommendations referencing new table as added for each statement execute function keep_total_of_recommendations()
    `);
    await runner.query(`
      create trigger recommendations_total_update after update on recommendations referencing old table as removed new table as added for each statement execute function keep_total_of_recommendations()
    `);
    await runner.query(`
      create trigger recommendation_signals_recommended_delete after delete on recommendation_signals referencing old table as removed for each statement execute function keep_recommended_on_delete_of_recommendation_signals()
    `);
    await runner.query(`
      create trigger recommendation_signals_recommended_insert after insert on recommendation_signals referencing new table as added for each statement execute function keep_recommended_on_insert_of_recommendation_signals()
    `);
    await runner.query(`
      create trigger research_gaps_total_delete after delete on research_gaps referencing old table as removed for each statement execute function keep_total_of_research_gaps()
    `);
    await runner.query(`
      create trigger research_gaps_total_insert after insert on research_gaps referencing new table as added for each statement execute function keep_total_of_research_gaps()
    `);
    await runner.query(`
      create trigger research_gaps_total_update after update on research_gaps referencing old table as removed new table as added for each statement execute function keep_total_of_research_gaps()
    `);
    await runner.query(`
      create trigger action_cards_total_delete after delete on action_cards referencing old table as removed for each statement execute function keep_total_of_action_cards()
    `);
    await runner.query(`
      create trigger action_cards_total_insert after insert on action_cards referencing new table as added for each statement execute function keep_total_of_action_cards()
    `);
    await runner.query(`
      create trigger action_cards_total_update after update on action_cards referencing old table as removed new table as added for each statement execute function keep_total_of_action_cards()
    `);
    await runner.query(`
      create trigger history_append_only before update on history for each row execute function history_is_append_only()
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table history, card_notes, action_cards, research_gaps, work_item_links, recommendation_signals, recommendations, signal_themes, signals, list_totals',
    );
    await runner.query('drop function history_is_append_only');
    await runner.query('drop function keep_total_of_action_cards');
    await runner.query('drop function keep_total_of_research_gaps');
    await runner.query('drop function keep_recommended_on_insert_of_recommendation_signals');
    await runner.query('drop function keep_recommended_on_delete_of_recommendation_signals');
    await runner.query('drop function keep_total_of_recommendations');
    await runner.query('drop function keep_recommended_on_update_of_recommendations');
    await runner.query('drop function keep_recommended_on_insert_of_recommendations');
    await runner.query('drop function keep_total_of_signals');
    await runner.query('drop function keep_recommended_on_insert_of_signals');
    await runner.query('drop function settle_recommended');
    await runner.query('drop function is_recommended');
    await runner.query('drop function can_be_acted_on');
  }
}
