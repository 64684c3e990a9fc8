import { teamStatement } from '../statement.js';

/** What was begun and left, and held words that people wrote. */
export const forgetDrafts = teamStatement<{ draftId: string }>(
  'slack.forgetDrafts',
  `delete from slack_drafts where team_id = $1 and created_at < now() - interval '7 days'
   returning draft_id as "draftId"`,
);
