import type { Turn } from '../../../db/entities/source-item.js';
import { teamStatement } from '../../../db/statement.js';

/** A transcript with its study and participant. */
export interface Talk {
  sourceItemId: string;
  studyId: string;
  studyName: string;
  participantId: string;
  participantName: string;
  capturedAt: Date | null;
  transcript: readonly Turn[];
  interviewers: readonly string[];
  /** Quotes that people removed. */
  removed: readonly string[];
}

/**
 * The transcripts of source items ($2, best first), then others, newest first: of the same studies, or of any study
 * if $2 is empty. If $3 names participants, all of theirs and no one else's. Limits: $4 items that pass the quality
 * bar ($5), $6 bytes each, $7 together.
 */
export const transcripts = teamStatement<
  Talk,
  [
    sourceItemIds: readonly string[],
    participantIds: readonly string[] | null,
    most: number,
    qualityBar: number,
    bytesEach: number,
    bytesTogether: number,
  ]
>(
  'ask.transcripts',
  `with nearest as (
     select id, place from unnest($2::text[]) with ordinality as n (id, place)
   ), others as (
     select source_item_id as id, null::bigint as place from source_items
     where team_id = $1 and source_item_id <> all ($2)
       and ($3::text[] is null or participant_id = any ($3))
       and ($3::text[] is not null or cardinality($2::text[]) = 0
            or study_id in (select study_id from source_items where team_id = $1 and source_item_id = any ($2)))
     order by captured_at desc limit 2 * $4
   ), items as materialized (
     select i.*, octet_length(i.transcript::text) as bytes, n.place
     from (select * from nearest union all select * from others) n
     join source_items i on i.team_id = $1 and i.source_item_id = n.id
     where ($3::text[] is null or i.participant_id = any ($3))
       and i.status = 'analyzed' and coalesce(i.quality_score >= $5::float8, true)
       and jsonb_typeof(i.transcript) = 'array'
     order by n.place nulls last, i.captured_at desc, i.source_item_id limit $4
   ), fitting as (
     select *, sum(bytes) over (order by place nulls last, captured_at desc, source_item_id) as so_far
     from items where bytes <= $6::int
   )
   select i.source_item_id as "sourceItemId", i.study_id as "studyId", s.name as "studyName",
     i.participant_id as "participantId", p.display_name as "participantName", i.captured_at as "capturedAt",
     i.transcript, i.interviewers,
     array(select quote from evidence
           where team_id = $1 and source_item_id = i.source_item_id and withdrawn
           union
           select quote from extracted_quotes
           where team_id = $1 and source_item_id = i.source_item_id and dropped) as removed
   from fitting i
   join studies s on s.team_id = $1 and s.study_id = i.study_id
   join participants p on p.team_id = $1 and p.participant_id = i.participant_id
   where i.so_far <= $7::int
   order by i.place nulls last, i.captured_at desc, i.source_item_id`,
);
