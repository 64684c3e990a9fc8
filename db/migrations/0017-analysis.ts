import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: what was read out of interviews is kept before it has a theme, so that grouping can be repeated, continued
 * and corrected without reading transcripts again. Themes and signals that the service founded remember what
 * founded them, and what a person named or merged is kept so.
 */
export class Analysis1763600000017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table extracted_quotes (
        team_id text collate "C" not null,
        -- the id of the evidence that it becomes
        quote_id text collate "C" not null,
        source_item_id text collate "C" not null,
        study_id text collate "C" not null,
        participant_id text collate "C" not null,
        -- where it stands in the transcript, in UTF-16 units of transcript[turn].text; null: a highlight without one
        turn integer,
        start_char integer,
        end_char integer,
        quote text not null,
        at_secs double precision,
        strength double precision not null,
        prompted boolean not null default false,
        cues text[] not null default '{}',
        polarity double precision not null default 0,
        tags text[] not null default '{}',
        -- null: not placed, yet (awaits_theme) or because nothing else speaks of it so far
        theme_id text collate "C",
        awaits_theme boolean not null default true,
        dropped boolean not null default false,
        constraint extracted_quotes_pkey primary key (team_id, quote_id),
        constraint extracted_quotes_source_item_fkey foreign key (team_id, source_item_id)
          references source_items (team_id, source_item_id) on delete cascade,
        constraint extracted_quotes_theme_fkey foreign key (team_id, theme_id)
          references themes (team_id, theme_id) deferrable,
        constraint extracted_quotes_strength_check check (strength between 0 and 1),
        constraint extracted_quotes_polarity_check check (polarity between -1 and 1),
        constraint extracted_quotes_span_check check (
          (turn is null) = (start_char is null) and (turn is null) = (end_char is null) and start_char < end_char)
      );
      create index extracted_quotes_by_study on extracted_quotes (team_id, study_id, theme_id);
      create index extracted_quotes_by_source_item on extracted_quotes (team_id, source_item_id);
      create index extracted_quotes_by_theme on extracted_quotes (team_id, theme_id) where theme_id is not null;

      -- how each source item was read, so that a run that was ended goes on where it was
      create table analyses (
        team_id text collate "C" not null,
        source_item_id text collate "C" not null,
        -- 'built-in', or the model's name
        analyst text not null,
        transcript_digest text not null,
        analyzed_at timestamptz(3) not null,
        quotes integer not null,
        -- what a model gave that does not stand in the transcript
        rejected integer not null default 0,
        input_tokens integer not null default 0,
        output_tokens integer not null default 0,
        constraint analyses_pkey primary key (team_id, source_item_id),
        constraint analyses_source_item_fkey foreign key (team_id, source_item_id)
          references source_items (team_id, source_item_id) on delete cascade
      );

      alter table themes
        -- null: not founded by the service
        add column founded_by text,
        add column label_by_person boolean not null default false,
        -- new or grown since signals were last looked for
        add column awaits_signal boolean not null default false;
      alter table signals
        add column founded_by text,
        add column label_by_person boolean not null default false;

      -- what a person merged into another: what would found it again joins the other
      create table merged_beliefs (
        team_id text collate "C" not null,
        kind text not null,
        belief_id text collate "C" not null,
        into_id text collate "C" not null,
        merged_at timestamptz(3) not null,
        constraint merged_beliefs_pkey primary key (team_id, kind, belief_id),
        constraint merged_beliefs_team_fkey foreign key (team_id) references teams (team_id) on delete cascade,
        constraint merged_beliefs_kind_check check (kind in ('theme', 'signal'))
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table merged_beliefs, analyses, extracted_quotes;
      alter table themes drop column founded_by, drop column label_by_person, drop column awaits_signal;
      alter table signals drop column founded_by, drop column label_by_person;
    `);
  }
}
