import type { SourceFile, SpeakerCount } from '../../../db/entities/source-file.js';
import { teamStatement } from '../../../db/statement.js';

export type SourceFileRow = Omit<SourceFile, 'teamId' | 'ingestedAt'>;

const columns = `f.file_id as "fileId", f.study_id as "studyId", f.file_name as "fileName",
  f.name_hash as "nameHash", f.path_hash as "pathHash", f.content_hash as "contentHash", f.options,
  f.status, f.failure, f.given_up as "givenUp", f.source_item_ids as "sourceItemIds", f.speakers,
  f.said_sketch as "saidSketch",
  f.erased_source_item_ids as "erasedSourceItemIds", f.erased_speakers as "erasedSpeakers"`;

/**
 * Files of study `$2` that could be this one, by content `$3`, name `$4` or path `$5` (or null), most likely first.
 */
export const filesLike = teamStatement<
  SourceFileRow,
  [studyId: string, contentHash: string, nameHash: string, pathHash: string | null]
>(
  'sourceFiles.like',
  `select ${columns} from source_files f
    where f.team_id = $1 and f.study_id = $2
      and (f.content_hash = $3 or f.name_hash = $4 or f.path_hash = $5)
    order by f.content_hash = $3 desc, coalesce(f.path_hash = $5, false) desc, f.ingested_at desc, f.file_id`,
);

/** Files of study `$2` that were read and whose sketch contains one of the hashes `$3`. */
export const filesSaying = teamStatement<
  SourceFileRow,
  [studyId: string, sketch: readonly number[]]
>(
  'sourceFiles.saying',
  `select ${columns} from source_files f
    where f.team_id = $1 and f.study_id = $2 and f.status <> 'failed' and f.said_sketch && $3::integer[]
    order by f.ingested_at, f.file_id`,
);

/** Hashes of the names of everyone who was erased from a file with the content `$2`, in any study. */
export const erasedInContent = teamStatement<{ speaker: string }, [contentHash: string]>(
  'sourceFiles.erasedInContent',
  `select distinct unnest(erased_speakers) as speaker from source_files where team_id = $1 and content_hash = $2`,
);

/** Stores the files `$2` (JSON), replacing earlier rows. */
export const writeSourceFile = teamStatement<never, [files: string, now: Date]>(
  'sourceFiles.write',
  `insert into source_files as f (team_id, file_id, study_id, file_name, name_hash, path_hash, content_hash, options,
          status, failure, given_up, source_item_ids, speakers, said_sketch, ingested_at)
   select $1, x."fileId", x."studyId", x."fileName", x."nameHash", x."pathHash", x."contentHash", x.options,
          x.status, x.failure, x."givenUp", x."sourceItemIds", x.speakers, x."saidSketch", $3
     from jsonb_to_record($2::jsonb)
       as x("fileId" text, "studyId" text, "fileName" text, "nameHash" text, "pathHash" text, "contentHash" text,
            options jsonb, status text, failure text, "givenUp" jsonb, "sourceItemIds" text[], speakers jsonb,
            "saidSketch" integer[])
   on conflict (team_id, file_id) do update set
     file_name = excluded.file_name, name_hash = excluded.name_hash, path_hash = excluded.path_hash,
     content_hash = excluded.content_hash, options = excluded.options, status = excluded.status,
     failure = excluded.failure, given_up = excluded.given_up, source_item_ids = excluded.source_item_ids,
     speakers = excluded.speakers, said_sketch = excluded.said_sketch, ingested_at = excluded.ingested_at`,
);

/** Sets the path `$4`, the name `$3` and its hash `$5` of file `$2`; an erased name stays erased. */
export const moveSourceFile = teamStatement<
  never,
  [fileId: string, fileName: string, pathHash: string, nameHash: string]
>(
  'sourceFiles.move',
  `update source_files
      set file_name = case when file_name is null then null else $3 end, path_hash = $4, name_hash = $5
    where team_id = $1 and file_id = $2 and (path_hash is distinct from $4 or name_hash <> $5)`,
);

/** The text of the source items `$2`, one row per turn or highlight. */
export const wordsOfItems = teamStatement<{ text: string }, [sourceItemIds: readonly string[]]>(
  'sourceFiles.words',
  `select turn ->> 'text' as text
     from source_items i, jsonb_array_elements(i.transcript) as turn
    where i.team_id = $1 and i.source_item_id = any ($2)
   union all
   select quote from extracted_quotes
    where team_id = $1 and source_item_id = any ($2) and turn is null`,
);

/** The speakers in the other files of study `$2`, one row per file, except files with the contents `$3`. */
export const speakersOfStudy = teamStatement<
  { speakers: SpeakerCount[] },
  [studyId: string, contentHashes: readonly string[]]
>(
  'sourceFiles.speakers',
  `select speakers from source_files
    where team_id = $1 and study_id = $2 and content_hash <> all ($3) and status <> 'failed'`,
);

/** The source items in `$2` whose analysis is still due. */
export const itemsToAnalyze = teamStatement<
  { sourceItemId: string },
  [sourceItemIds: readonly string[]]
>(
  'sourceFiles.itemsToAnalyze',
  `select source_item_id as "sourceItemId" from source_items
    where team_id = $1 and source_item_id = any ($2) and status in ('processing', 'analysis_failed')
    order by source_item_id`,
);

/** Records that the content of file `$2` was given up, with `$3` (JSON); earlier results stay. */
export const rememberGivenUp = teamStatement<never, [fileId: string, givenUp: string | null]>(
  'sourceFiles.rememberGivenUp',
  `update source_files set given_up = $3::jsonb where team_id = $1 and file_id = $2`,
);

/** Marks the interviews in `$2` that await analysis as failed, with the reason `$3`. */
export const failAnalysis = teamStatement<
  never,
  [sourceItemIds: readonly string[], failure: string]
>(
  'sourceFiles.failAnalysis',
  `update source_items set status = 'analysis_failed', failure = $3
    where team_id = $1 and source_item_id = any ($2) and status in ('processing', 'analysis_failed')`,
);
