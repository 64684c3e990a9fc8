import { teamStatement } from '../statement.js';

/** Kept only where the card has a message, and so a thread: ($2 card, $3 note, $4 at, $5 to $7 who). */
export const addCardNote = teamStatement<{ noteId: string }>(
  'cardNotes.add',
  `insert into card_notes (team_id, action_card_id, note, at, actor_type, actor_id, actor_name)
   select $1, $2, $3::jsonb, $4, $5, $6, $7
    where exists (select 1 from slack_messages
                   where team_id = $1 and subject_type = 'action_card' and subject_id = $2)
   returning note_id as "noteId"`,
);
