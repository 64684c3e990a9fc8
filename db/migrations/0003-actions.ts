import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: what the team does about its beliefs, and who did what, when. */
export class Actions1763600000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table recommendations (
        team_id text collate "C" not null,
        recommendation_id text collate "C" not null,
        title text not null,
        body text not null,
        confidence text not null,
        confidence_rationale text,
        counter_evidence_note text,
        action_items jsonb not null default '[]',
        evidence_snapshot jsonb,
        published boolean not null default true,
        generated_at timestamptz(3) not null,
        state text not null default 'open',
        decision text,
        decided_at timestamptz(3),
        decision_note text,
        outcome text,
        outcome_at timestamptz(3),
        outcome_note text,
        reopened_at timestamptz(3),
        updated_at timestamptz(3) not null,
        constraint recommendations_pkey primary key (team_id, recommendation_id),
        constraint recommendations_team_fkey foreign key (team_id) references teams (team_id) on delete cascade,
        constraint recommendations_confidence_check check (confidence in ('high', 'moderate', 'low')),
        constraint recommendations_decision_check check ((decision is null) = (decided_at is null)),
        constraint recommendations_outcome_check check ((outcome is null) = (outcome_at is null)),
        constraint recommendations_state_check check (
          (state = 'open' and decision is null and outcome is null)
          or (state = 'accepted' and decision = 'accepted' and outcome is null)
          or (state = 'dismissed' and decision = 'dismissed' and outcome is null)
          or (state = 'shipped' and decision = 'accepted' and outcome = 'shipped')
          or (state = 'stale' and decision = 'accepted' and outcome = 'stale')
          or (state = 'archived' and decision = 'accepted' and outcome = 'validated'))
      );
      create index recommendations_by_updated on recommendations (team_id, updated_at desc, recommendation_id) where published;

      create table recommendation_signals (
        team_id text collate "C" not null,
        recommendation_id text collate "C" not null,
        signal_id text collate "C" not null,
        position integer not null,
        constraint recommendation_signals_pkey primary key (team_id, recommendation_id, signal_id),
        constraint recommendation_signals_recommendation_fkey foreign key (team_id, recommendation_id) references recommendations (team_id, recommendation_id) on delete cascade deferrable,
        constraint recommendation_signals_signal_fkey foreign key (team_id, signal_id) references signals (team_id, signal_id) deferrable
      );
      create index recommendation_signals_by_signal on recommendation_signals (team_id, signal_id);

      create table work_item_links (
        team_id text collate "C" not null,
        recommendation_id text collate "C" not null,
        normalized_url text not null,
        url text not null,
        provider text not null,
        external_id text collate "C",
        title text,
        linked_at timestamptz(3) not null,
        -- in the order they were linked
        position integer not null default 0,
        constraint work_item_links_pkey primary key (team_id, recommendation_id, normalized_url),
        constraint work_item_links_recommendation_fkey foreign key (team_id, recommendation_id) references recommendations (team_id, recommendation_id) on delete cascade deferrable,
        constraint work_item_links_provider_check check (provider in ('linear', 'github', 'url'))
      );
      create index work_item_links_by_url on work_item_links (team_id, normalized_url);

      create table research_gaps (
        team_id text collate "C" not null,
        research_gap_id text collate "C" not null,
        signal_id text collate "C" not null,
        type text not null,
        status text not null default 'open',
        description text not null,
        suggested_action text not null,
        drafted_study_id text collate "C",
        created_at timestamptz(3) not null,
        -- found by the service itself; the engine changes or closes no other
        minted boolean not null default false,
        constraint research_gaps_pkey primary key (team_id, research_gap_id),
        constraint research_gaps_signal_fkey foreign key (team_id, signal_id) references signals (team_id, signal_id) deferrable,
        constraint research_gaps_study_fkey foreign key (team_id, drafted_study_id) references studies (team_id, study_id) deferrable,
        constraint research_gaps_type_check check (type in ('missing_breadth', 'thin_counter_evidence', 'topic_asymmetry', 'stale_evidence', 'post_ship_verification')),
        constraint research_gaps_status_check check (status in ('open', 'accepted', 'applied', 'dismissed'))
      );
      create index research_gaps_by_created on research_gaps (team_id, created_at desc, research_gap_id);
      create index research_gaps_by_signal on research_gaps (team_id, signal_id);
      create unique index research_gaps_one_open on research_gaps (team_id, signal_id, type) where minted and status = 'open';

      create table action_cards (
        team_id text collate "C" not null,
        action_card_id text collate "C" not null,
        type text not null,
        summary text not null,
        quote text,
        reason text,
        priority smallint not null,
        urgency double precision not null default 0.5,
        created_at timestamptz(3) not null,
        study_ids text[] not null default '{}',
        theme_ids text[] not null default '{}',
        source_item_id text collate "C",
        signal_id text collate "C",
        recommendation_id text collate "C",
        participant_id text collate "C",
        snoozed_until timestamptz(3),
        resolved_at timestamptz(3),
        resolution text,
        -- why the service minted it; null for imported cards, which the engine never touches
        cause text,
        constraint action_cards_pkey primary key (team_id, action_card_id),
        constraint action_cards_team_fkey foreign key (team_id) references teams (team_id) on delete cascade,
        constraint action_cards_source_item_fkey foreign key (team_id, source_item_id) references source_items (team_id, source_item_id) deferrable,
        constraint action_cards_signal_fkey foreign key (team_id, signal_id) references signals (team_id, signal_id) deferrable,
        constraint action_cards_recommendation_fkey foreign key (team_id, recommendation_id) references recommendations (team_id, recommendation_id) deferrable,
        constraint action_cards_participant_fkey foreign key (team_id, participant_id) references participants (team_id, participant_id) deferrable,
        constraint action_cards_type_check check (type in ('fix_contradicted', 'new_recommendation', 'live_call', 'cross_study_signal', 'research_gap', 'follow_up_suggestion', 'low_balance', 'theme_contradiction', 'study_saturation', 'interview_failure')),
        constraint action_cards_reason_check check (reason in ('contradicts_signal', 'emotional_intensity', 'churn_risk')),
        constraint action_cards_live_call_check check (type = 'live_call' or (quote is null and reason is null)),
        constraint action_cards_priority_check check (priority between 1 and 10),
        constraint action_cards_urgency_check check (urgency between 0 and 1),
        constraint action_cards_resolution_check check (resolution in ('followed', 'dismissed', 'contacted') and (resolution is null) = (resolved_at is null))
      );
      create index action_cards_queue on action_cards (team_id, priority, urgency desc, created_at desc, action_card_id) where resolved_at is null;
      create index action_cards_by_recommendation on action_cards (team_id, recommendation_id) where recommendation_id is not null;
      create index action_cards_by_signal on action_cards (team_id, signal_id) where signal_id is not null;
      create unique index action_cards_one_per_cause on action_cards (team_id, cause) where cause is not null and resolved_at is null;

      create table history (
        team_id text collate "C" not null,
        entry_id bigint generated always as identity,
        at timestamptz(3) not null,
        action text not null,
        subject_type text not null,
        subject_id text collate "C" not null,
        actor_type text not null,
        actor_id text collate "C" not null,
        actor_name text not null,
        note text,
        detail jsonb not null default '{}',
        constraint history_pkey primary key (team_id, entry_id),
        constraint history_team_fkey foreign key (team_id) references teams (team_id) on delete cascade,
        constraint history_actor_type_check check (actor_type in ('api_key', 'slack_user', 'operator', 'service'))
      );
      create index history_by_subject on history (team_id, subject_type, subject_id, entry_id);

      create function history_is_append_only() returns trigger language plpgsql as $$
      begin
        raise exception 'history is append-only';
      end $$;
      create trigger history_append_only before update on history
        for each row execute function history_is_append_only();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table history, action_cards, research_gaps, work_item_links, recommendation_signals, recommendations;
      drop function history_is_append_only;
    `);
  }
}
