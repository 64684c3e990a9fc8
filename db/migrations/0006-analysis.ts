import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why: passages read from transcripts before they become evidence, and people's decisions about beliefs. */
export class Analysis1780000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table extracted_quotes (
        team_id text not null collate pg_catalog."C",
        quote_id text not null collate pg_catalog."C",
        source_item_id text not null collate pg_catalog."C",
        study_id text not null collate pg_catalog."C",
        participant_id text not null collate pg_catalog."C",
        turn integer,
        start_char integer,
        end_char integer,
        quote text not null,
        at_secs double precision,
        strength double precision not null,
        prompted boolean default false not null,
        cues text[] default '{}'::text[] not null,
        polarity double precision default 0 not null,
        tags text[] default '{}'::text[] not null,
        theme_id text collate pg_catalog."C",
        awaits_theme boolean default true not null,
        dropped boolean default false not null,
        entry_id text collate pg_catalog."C",
        stance text,
        certainty double precision,
        names_ai boolean default false not null,
        things text[] default '{}'::text[] not null,
        placed_by_person boolean default false not null,
        claim text,
        verdict text,
        weighed boolean default false not null,
        urgency text,
        constraint extracted_quotes_certainty_check check ((certainty >= (0)::double precision) and (certainty <= (1)::double precision)),
        constraint extracted_quotes_claim_check check (((entry_id is null) = (stance is null)) and ((entry_id is null) = (certainty is null))),
        constraint extracted_quotes_polarity_check check ((polarity >= ('-1'::integer)::double precision) and (polarity <= (1)::double precision)),
        constraint extracted_quotes_span_check check (((turn is null) = (start_char is null)) and ((turn is null) = (end_char is null)) and (start_char < end_char)),
        constraint extracted_quotes_stance_check check (stance in ('supports', 'contradicts')),
        constraint extracted_quotes_strength_check check ((strength >= (0)::double precision) and (strength <= (1)::double precision)),
        constraint extracted_quotes_urgency_check check (urgency in ('churn_risk', 'emotional_intensity', 'none')),
        constraint extracted_quotes_verdict_check check (verdict in ('supports', 'contradicts', 'neither')),
        constraint extracted_quotes_pkey primary key (team_id, quote_id),
        constraint extracted_quotes_source_item_fkey foreign key (team_id, source_item_id) references source_items(team_id, source_item_id) on delete cascade,
        constraint extracted_quotes_theme_fkey foreign key (team_id, theme_id) references themes(team_id, theme_id) deferrable
      )
    `);
    await runner.query(`
      create index extracted_quotes_by_source_item on extracted_quotes (team_id, source_item_id)
    `);
    await runner.query(`
      create index extracted_quotes_by_study on extracted_quotes (team_id, study_id, theme_id)
    `);
    await runner.query(`
      create index extracted_quotes_by_theme on extracted_quotes (team_id, theme_id) where (theme_id is not null)
    `);
    await runner.query(`
      create table analyses (
        team_id text not null collate pg_catalog."C",
        source_item_id text not null collate pg_catalog."C",
        analyst text not null,
        transcript_digest text not null,
        analyzed_at timestamptz(3) not null,
        quotes integer not null,
        rejected integer default 0 not null,
        input_tokens integer default 0 not null,
        output_tokens integer default 0 not null,
        uses_ai boolean default false not null,
        constraint analyses_pkey primary key (team_id, source_item_id),
        constraint analyses_source_item_fkey foreign key (team_id, source_item_id) references source_items(team_id, source_item_id) on delete cascade
      )
    `);
    await runner.query(`
      create table merged_beliefs (
        team_id text not null collate pg_catalog."C",
        kind text not null,
        belief_id text not null collate pg_catalog."C",
        into_id text not null collate pg_catalog."C",
        merged_at timestamptz(3) not null,
        constraint merged_beliefs_kind_check check (kind in ('theme', 'signal')),
        constraint merged_beliefs_pkey primary key (team_id, kind, belief_id),
        constraint merged_beliefs_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create table codebook_entries (
        team_id text not null collate pg_catalog."C",
        entry_id text not null collate pg_catalog."C",
        definition jsonb,
        retired boolean default false not null,
        updated_at timestamptz(3) not null,
        constraint codebook_entries_pkey primary key (team_id, entry_id),
        constraint codebook_entries_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create table rejected_quotes (
        team_id text not null collate pg_catalog."C",
        entry_id text not null collate pg_catalog."C",
        quote_id text not null collate pg_catalog."C",
        signal_id text not null collate pg_catalog."C",
        source_item_id text not null collate pg_catalog."C",
        quote text not null,
        rejected_at timestamptz(3) not null,
        constraint rejected_quotes_pkey primary key (team_id, entry_id, quote_id),
        constraint rejected_quotes_source_item_fkey foreign key (team_id, source_item_id) references source_items(team_id, source_item_id) on delete cascade
      )
    `);
    await runner.query(`
      create index rejected_quotes_by_source_item on rejected_quotes (team_id, source_item_id, entry_id)
    `);
    await runner.query(`
      create index rejected_quotes_by_quote on rejected_quotes (team_id, quote_id)
    `);
    await runner.query(`
      create table model_answers (
        team_id text not null collate pg_catalog."C",
        answer_id text not null collate pg_catalog."C",
        task text not null,
        source_item_ids text[] not null collate pg_catalog."C",
        answer jsonb not null,
        answered_at timestamptz(3) not null,
        constraint model_answers_pkey primary key (team_id, answer_id),
        constraint model_answers_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
    await runner.query(`
      create index model_answers_by_interview on model_answers using gin (source_item_ids)
    `);
    await runner.query(`
      create table model_days (
        team_id text not null collate pg_catalog."C",
        day date not null,
        input_tokens bigint default 0 not null,
        output_tokens bigint default 0 not null,
        calls integer default 0 not null,
        constraint model_days_pkey primary key (team_id, day),
        constraint model_days_team_fkey foreign key (team_id) references teams(team_id) on delete cascade
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table model_days, model_answers, rejected_quotes, codebook_entries, merged_beliefs, analyses, extracted_quotes',
    );
  }
}
