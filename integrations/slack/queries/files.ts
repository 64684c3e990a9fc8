import { teamStatement } from '../../../db/statement.js';

export interface FileQuoteRow {
  quote: string;
  participantName: string;
  studyName: string;
  capturedAt: Date | null;
}

/** The strongest quotes that were kept from the interviews $2, one of each person before anyone's second; at most $3. */
export const strongestQuotes = teamStatement<
  FileQuoteRow,
  [sourceItemIds: readonly string[], limit: number]
>(
  'slack.strongestQuotes',
  `select q.quote, p.display_name as "participantName", s.name as "studyName", i.captured_at as "capturedAt"
     from (select quote_id, quote, source_item_id, study_id, participant_id, strength,
                  row_number() over (partition by participant_id order by strength desc, quote_id) as turn
             from extracted_quotes
            where team_id = $1 and source_item_id = any ($2) and not dropped) q
     join source_items i on i.team_id = $1 and i.source_item_id = q.source_item_id
     join participants p on p.team_id = $1 and p.participant_id = q.participant_id
     join studies s on s.team_id = $1 and s.study_id = q.study_id
    order by q.turn, q.strength desc, q.quote_id limit $3`,
);

/** The drafts of sent files that were all read. */
export const finishedFiles = teamStatement<{ draftId: string }>(
  'slack.finishedFiles',
  `select draft_id as "draftId" from slack_drafts
    where team_id = $1 and kind = 'files' and content ? 'shown' order by created_at desc, draft_id`,
);

/** Stores what the message about the files of draft $2 shows. */
export const filesShown = teamStatement<{ draftId: string }, [draftId: string, shown: string]>(
  'slack.filesShown',
  `update slack_drafts set content = content || jsonb_build_object('shown', $3::text)
    where team_id = $1 and draft_id = $2 returning draft_id as "draftId"`,
);
