import type { Turn } from '../../../db/entities/source-item.js';
import { teamStatement } from '../../../db/statement.js';

export interface InterviewRow {
  sourceItemId: string;
  studyId: string;
  status: string;
  capturedAt: Date;
  interviewers: string[];
  transcript: Turn[] | null;
}

/** All interviews of participant `$2`, complete. */
export const interviewsOf = teamStatement<InterviewRow, [participantId: string]>(
  'participants.interviews',
  `select source_item_id as "sourceItemId", study_id as "studyId", status, captured_at as "capturedAt",
          interviewers, transcript
     from source_items where team_id = $1 and participant_id = $2 order by captured_at, source_item_id`,
);

/** The quotes of participant `$2`, whether or not they are evidence. */
export const quotesOf = teamStatement<
  { quoteId: string; quote: string; note: string | null },
  [participantId: string]
>(
  'participants.quotes',
  `select evidence_id as "quoteId", quote, note from evidence where team_id = $1 and participant_id = $2
   union
   select q.quote_id, q.quote, null from extracted_quotes q
    where q.team_id = $1 and q.participant_id = $2
      and not exists (select from evidence e where e.team_id = $1 and e.evidence_id = q.quote_id)
    order by 1`,
);

/** Cards about participant `$2` or one of the interviews `$3`. */
export const cardsAbout = teamStatement<
  {
    actionCardId: string;
    type: string;
    summary: string;
    quote: string | null;
    createdAt: Date;
  },
  [participantId: string, sourceItemIds: readonly string[]]
>(
  'participants.cards',
  `select action_card_id as "actionCardId", type, summary, quote, created_at as "createdAt" from action_cards
    where team_id = $1 and (participant_id = $2 or source_item_id = any ($3)) order by created_at, action_card_id`,
);

/** Files that the interviews `$2` were read from. */
export const filesOf = teamStatement<
  { fileId: string; fileName: string | null; ingestedAt: Date },
  [itemIds: readonly string[]]
>(
  'participants.files',
  `select file_id as "fileId", file_name as "fileName", ingested_at as "ingestedAt" from source_files
    where team_id = $1 and source_item_ids && $2 order by file_id`,
);
