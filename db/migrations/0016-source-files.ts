import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: a file is ingested once, a corrected one replaces its own quotes, and one whose ingestion was cut off
 * goes on where it stopped; so the service remembers which files it has read and what became of them.
 * Paths and names are kept as hashes, because a file's name is often a person's: only `file_name` is readable,
 * and it goes when that person is erased.
 */
export class SourceFiles1763600000016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- interviewers: the speakers of the transcript who are not the participant
      -- failure: why a failed interview failed, in a sentence
      alter table source_items
        add column interviewers text[] not null default '{}',
        add column failure text;

      create table source_files (
        team_id text collate "C" not null,
        -- from the study and the first content, so that the same folder gives the same ids everywhere
        file_id text collate "C" not null,
        study_id text collate "C" not null,
        file_name text,
        name_hash text not null,
        path_hash text,
        content_hash text not null,
        -- how it was read: {mapping?, mask?, anonymous?, interviewers?}, as a person asked for
        options jsonb not null default '{}',
        -- reading: stored, its analysis not finished
        status text not null,
        failure text,
        source_item_ids text[] not null default '{}',
        -- [{name, turns, words, questions}]: what tells an interviewer who returns in many files
        speakers jsonb not null default '[]',
        -- interviews of this file whose person was erased; it never brings them back
        erased_source_item_ids text[] not null default '{}',
        -- the same for who only spoke in the interviews of others: hashes of names in small letters
        erased_speakers text[] not null default '{}',
        ingested_at timestamptz(3) not null,
        constraint source_files_pkey primary key (team_id, file_id),
        constraint source_files_study_fkey foreign key (team_id, study_id) references studies (team_id, study_id) on delete cascade deferrable,
        constraint source_files_status_check check (status in ('reading', 'done', 'failed'))
      );
      create index source_files_by_study on source_files (team_id, study_id, name_hash);
      create index source_files_by_item on source_files using gin (source_item_ids);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table source_files;
      alter table source_items drop column interviewers, drop column failure;
    `);
  }
}
