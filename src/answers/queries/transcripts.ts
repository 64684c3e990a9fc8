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
  /** Quotes that were taken out. */
  removed: readonly string[];
}

/**
 * The transcripts of source items ($2, the best first) that pass the quality bar ($3), as many as have room: $4 bytes
 * each, $5 together.
 */
export const transcripts = teamStatement<
  Talk,
  [sourceItemIds: readonly string[], qualityBar: number, bytesEach: number, bytesTogether: number]
>(
  'ask.transcripts',
  `with items as materialized (
     select i.*, octet_length(i.transcript::text) as bytes, array_position($2::text[], i.source_item_id) as place
     from source_items i
     where i.team_id = $1 and i.source_item_id = any ($2) and i.status = 'analyzed'
       and coalesce(i.quality_score >= $3::float8, true) and jsonb_typeof(i.transcript) = 'array'
   ), fitting as (
     select *, sum(bytes) over (order by place) as so_far from items where bytes <= $4::int
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
   where i.so_far <= $5::int
   order by i.place`,
);
