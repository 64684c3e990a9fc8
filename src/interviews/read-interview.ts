import type { SourceItemStatus, Turn } from '../../db/entities/source-item.js';
import { teamStatement } from '../../db/statement.js';
import type { Context } from '../core/context.js';
import { notFound } from '../core/errors.js';

export interface Interview {
  sourceItemId: string;
  studyId: string;
  studyName: string;
  participantName: string;
  status: SourceItemStatus;
  capturedAt: Date;
  /** Null if only its quotes were imported. */
  transcript: Turn[] | null;
  /** Speakers who are not the participant. */
  interviewers: string[];
  /** True if it was taken from a talk with several participants. */
  isOfGroup: boolean;
}

const interview = teamStatement<Interview, [sourceItemId: string]>(
  'interviews.read',
  `select i.source_item_id as "sourceItemId", i.study_id as "studyId", s.name as "studyName",
          p.display_name as "participantName", i.status, i.captured_at as "capturedAt", i.transcript, i.interviewers,
          i.talk_id is not null as "isOfGroup"
     from source_items i
     join studies s on s.team_id = $1 and s.study_id = i.study_id
     join participants p on p.team_id = $1 and p.participant_id = i.participant_id
    where i.team_id = $1 and i.source_item_id = $2`,
);

/** An interview with its transcript. Throws `not_found`. */
export async function readInterview(ctx: Context, sourceItemId: string): Promise<Interview> {
  const found = await ctx.db.row(interview, sourceItemId);
  if (!found) throw notFound('interview', sourceItemId);
  return found;
}
